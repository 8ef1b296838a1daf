/* What the parts of the canvas share. Places are in pixels at 100 %, those of events in
 * pixels of the widget.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "signal/im-signal.h"
#include "studio/canvas/studio-canvas.h"
#include "studio/canvas/studio-node.h"
#include "studio/units/studio-parts.h"

G_BEGIN_DECLS

#define STUDIO_CANVAS_GRID    10.0 /* that nodes snap to */
#define STUDIO_WIRE_POINTS    10   /* of at most three curves behind each other */
#define STUDIO_CANVAS_MAX_NEW 64   /* nodes of a pipeline that is shown at once */

typedef struct
{
  GtkWidget *widget; /* StudioNode */
  char *name;
  graphene_rect_t area;
  graphene_rect_t last_area; /* that wires found their ways around */
  graphene_rect_t place;     /* on the plane */
  guint64 revision;          /* of what it shows, see get_revision() */
  gboolean has_problems;     /* as it shows */
  guint n_builds;            /* of the widget when it was laid out */
  guint column;              /* of a stack that is higher than its window */
  gboolean is_selected;
  gboolean is_carried; /* by the frame that is dragged */
} StudioCanvasNode;

typedef struct
{
  GtkWidget *widget; /* StudioGraphFrame */
  char *name;
  graphene_rect_t area;
  guint n_nodes;       /* that it shows to stand in it */
  gboolean is_carried; /* by the frame that is dragged, or that one */
} StudioCanvasFrame;

/* What of a frame is at a place: edges, or its title and note. */
typedef enum
{
  STUDIO_FRAME_LEFT = 1 << 0,
  STUDIO_FRAME_RIGHT = 1 << 1,
  STUDIO_FRAME_TOP = 1 << 2,
  STUDIO_FRAME_BOTTOM = 1 << 3,
  STUDIO_FRAME_HANDLE = 1 << 4,
} StudioFramePart;

/* How large labels with a text are; 0 before one of them was measured. */
typedef struct
{
  graphene_size_t size;
  float short_width; /* of a label that shows only the beginning */
} StudioLabelSize;

/* A link as a chain of Bezier curves: a point, then three for each curve. */
typedef struct
{
  const ImGraphLink *link;
  guint source; /* of the link that it has its way for, and so on */
  guint target;
  const char *source_port; /* interned */
  const char *target_port;
  StudioPipeKind kind;
  char *text;              /* of its label */
  gboolean is_unknown;     /* instead of a value */
  gboolean is_stale;       /* a value that was there before */
  GtkWidget *label;        /* NULL before it is seen */
  guint64 source_revision; /* that the text tells of, 0 if it waits for its turn */
  guint64 target_revision; /* of the node that has the link */
  guint n_described;       /* builds of that when its port was told of the label */
  graphene_point_t points[STUDIO_WIRE_POINTS];
  guint n_points; /* 0 while its ports are not known */
  StudioLabelSize label_size;
  graphene_rect_t label_area;
  graphene_rect_t label_place; /* on the plane */
  graphene_rect_t bounds;      /* of what is painted */
  GskRenderNode *picture;      /* how it was painted last, or NULL */
  GdkRGBA colour;              /* in that */
  gboolean is_target;          /* in that; of a drop */
  ImSignal *signal;            /* what it carries, or NULL */
  GskRenderNode *spark;        /* how that was painted last, or NULL */
  float spark_width;           /* of that */
  gboolean has_label; /* whether there is a place for it, or the pointer is on the wire */
} StudioWire;

typedef enum
{
  STUDIO_DRAG_NONE,
  STUDIO_DRAG_NODES,
  STUDIO_DRAG_FRAME,
  STUDIO_DRAG_RESIZE,
  STUDIO_DRAG_MARQUEE,
  STUDIO_DRAG_PAN,
  STUDIO_DRAG_LINK,
} StudioDrag;

typedef struct
{
  guint node;
  char *port; /* NULL if there is none */
  gboolean is_output;
} StudioEnd;

struct _StudioCanvas
{
  GtkWidget parent_instance;

  GtkAdjustment *adjustments[2]; /* by GtkOrientation */
  GtkScrollablePolicy policies[2];
  gboolean is_in_layout; /* adjustments are told of a size */
  guint showing_bars;    /* idle source behind it, or 0 */

  StudioSession *session; /* NULL before it is bound */
  ImDocument *document;
  char *unit_id;       /* of the unit that is shown */
  GtkWidget *ground;   /* holds frames, below the wires */
  GtkWidget *plane;    /* holds nodes and labels */
  GArray *nodes;       /* StudioCanvasNode, by number in the graph */
  GArray *prepared;    /* the first of those of the next document, which is not shown */
  GArray *wires_ahead; /* StudioWire: the first of its wires, which have texts */
  ImDocument *prepared_for; /* that document, or NULL */
  guint n_measured;         /* of them */
  guint n_mapped;           /* of nodes: those behind may not be, if they were prepared */
  GArray *wires;            /* StudioWire */
  GArray *frames;           /* StudioCanvasFrame, by number in the unit */
  gint primary;             /* the node that was selected last, or -1 */
  gint frame;               /* that is selected instead of nodes, or -1 */
  gboolean is_selecting;    /* here, and not in another view */
  double centre[2];   /* the place on the canvas that is in the middle of the widget */
  gboolean needs_fit; /* nothing of the document was shown yet */
  gboolean refits;    /* all of it was seen, and is to be seen where it goes */
  gboolean is_built;  /* all that is seen of it was */
  gboolean is_late;   /* the next frame shows nothing of it yet */
  guint waiting;      /* source that has it shown after that, or 0 */
  gboolean snaps;
  graphene_rect_t extents;     /* of all nodes and frames */
  gboolean needs_places;       /* nodes have other sizes, or are to be elsewhere */
  gboolean needs_ways;         /* so have the ways of pipes, and their labels */
  gboolean needs_label_places; /* wires have other ways */
  GHashTable *sizes;           /* of nodes, see studio_node_new() */
  GHashTable *texts;           /* of labels, and their StudioLabelSize */
  char *pipe_values;           /* the property */
  gboolean has_sparks;         /* what pipes carry is drawn */
  gint *causes;     /* of nodes: why they are not known; NULL if all of them are */
  guint building;   /* source that builds more of those that are seen, or 0 */
  int window_width; /* when the nodes got their places */
  int window_height;

  StudioDrag drag;
  graphene_point_t pointer;    /* place of the widget */
  graphene_point_t drag_start; /* place on the canvas */
  graphene_point_t drag_now;
  graphene_point_t drag_offset; /* of the nodes, after snapping */
  guint frame_part;             /* StudioFramePart that is dragged */
  guint cursor_part;            /* that the pointer shows */
  double pan_start[2];
  double pinch_start;     /* the zoom then */
  gboolean *was_selected; /* before a marquee */
  gboolean is_space_down;
  StudioEnd link_end; /* where a link is drawn from */
  StudioEnd detached; /* the input that a link is being taken from */
  GArray *targets;    /* ports that are to be judged, or NULL */
  guint judging;
  GtkWidget *menu;             /* that was opened last, or NULL */
  GtkWidget *card;             /* what is told where the pointer rests, or NULL */
  graphene_rect_t card_area;   /* of the widget: what it tells of */
  graphene_point_t card_place; /* that was pointed at */
  gint menu_wire;              /* that a menu was opened at, or -1 */
  gint drop_wire;              /* that a drop goes into, or -1 */
  gint pointed_wire;           /* that the pointer is on, or -1 */
  gint new_node;               /* to be shown when it has a place, or -1 */

  gboolean has_wanted; /* somebody wants a unit */
  graphene_point_t wanted_at;
  gint wanted_wire; /* to put it into, or -1 */
  StudioEnd wanted_end;
};

static inline StudioCanvasNode *
studio_canvas_node (StudioCanvas *self, guint number)
{
  return &g_array_index (self->nodes, StudioCanvasNode, number);
}

static inline StudioWire *
studio_canvas_wire (StudioCanvas *self, guint index)
{
  return &g_array_index (self->wires, StudioWire, index);
}

static inline StudioCanvasFrame *
studio_canvas_frame (StudioCanvas *self, guint number)
{
  return &g_array_index (self->frames, StudioCanvasFrame, number);
}

/* How far the widget is scrolled, and how far it is when it gets a size. */
double studio_canvas_get_scroll (StudioCanvas *canvas, GtkOrientation orientation);
void studio_canvas_scroll_for_size (StudioCanvas *canvas, int width, int height);

/* Lets all be seen again that is seen now, when the canvas is laid out next. */
void studio_canvas_refit (StudioCanvas *canvas);

/* How much larger than at 100 % everything is: the zoom of the session. */
static inline double
studio_canvas_get_zoom (StudioCanvas *self)
{
  return studio_session_get_zoom (self->session);
}

/* More than any window has where there is a scroll bar, or else 0. GTK asks for it to see
 * whether there is one, before the canvas tells what there is to scroll through: where
 * the two do not say the same, it lays out all that is around the canvas once more. */
int studio_canvas_get_scroll_size (StudioCanvas *canvas, GtkOrientation orientation);

/* Keeps in mind what is in the middle, and what there is to scroll through from there. */
void studio_canvas_scrolled (StudioCanvas *canvas, GtkAdjustment *adjustment);

/* Goes on to show what is in the middle at another zoom. */
void studio_canvas_zoomed (StudioCanvas *canvas);

/* Begins with the nodes of another document, or unit: those that were prepared for it, if
 * any were; or forgets them, with all that is known of how large nodes are. */
void studio_canvas_begin_nodes (StudioCanvas *canvas);

/* Lets widgets follow the document: first frames and nodes, then pipes. */
void studio_canvas_update_frames (StudioCanvas *canvas);
void studio_canvas_update_nodes (StudioCanvas *canvas);
void studio_canvas_update_wires (StudioCanvas *canvas);

/* Lets nodes show what the session has found; FALSE if none has changed by it. */
gboolean studio_canvas_update_problems (StudioCanvas *canvas);

/* Maps nodes in an area that were prepared, and are not mapped yet. */
void studio_canvas_map_nodes (StudioCanvas *canvas, const graphene_rect_t *area);

/* Has nodes and labels built that are seen, before the next frame, and those around them.
 */
void studio_canvas_queue_build (StudioCanvas *canvas);

/* Makes the label of a wire that has none; or of all wires that have one in an area, and
 * then returns FALSE if time is over before. */
void studio_canvas_make_label (StudioCanvas *canvas, StudioWire *wire);
gboolean studio_canvas_make_labels (StudioCanvas *canvas,
                                    const graphene_rect_t *area,
                                    gint64 end_us);

/* Lets texts that wait tell what flows; FALSE if time is over before. */
gboolean studio_canvas_update_texts (StudioCanvas *canvas, gint64 end_us);

/* What flows out of a node, in numbers: `min -1 · mean 0 · max 1`; NULL if that is not
 * known. */
char *studio_canvas_dup_carried (StudioCanvas *canvas, guint node, const char *port);

/* Tells a screen reader what a wire carries that has a label. */
void studio_canvas_describe_carried (StudioCanvas *canvas, const StudioWire *wire);

/* Lets wires follow what pipes carry. */
void studio_canvas_bind_live (StudioCanvas *canvas);
void studio_canvas_update_sparks (StudioCanvas *canvas);

/* Whether what a wire carries is drawn in its label, and how much higher it is by that.
 */
gboolean studio_canvas_has_spark (StudioCanvas *canvas, const StudioWire *wire);
#define STUDIO_SPARK_HEIGHT 22.0f

/* What a wire carries from now on, NULL for nothing that is known. */
void studio_wire_set_signal (StudioWire *wire, ImSignal *signal);

/* Whether the value that is marked in a track is of the pipe, or made of what it carried.
 */
gboolean studio_canvas_is_origin (StudioCanvas *canvas, const StudioWire *wire);

/* What wires carry, above their labels, in pixels of the canvas. */
void studio_canvas_append_sparks (StudioCanvas *canvas,
                                  GtkSnapshot *snapshot,
                                  GskTransform *transform);

/* Marks of layers that are seen, above their nodes; in pixels of the canvas. They are
 * painted again when others are set. */
void studio_canvas_append_marks (StudioCanvas *canvas,
                                 GtkSnapshot *snapshot,
                                 GskTransform *transform);
void studio_canvas_bind_marks (StudioCanvas *canvas);

/* Why nothing is known of what leaves a node, see studio_cause_dup_sentence(), or NULL.
 */
char *studio_canvas_dup_cause (StudioCanvas *canvas, guint node);

/* Lets the ports of a node that was built tell what flows into them. */
void studio_canvas_describe_inputs (StudioCanvas *canvas, guint number);

/* Frees what a StudioCanvasNode has, or a StudioCanvasFrame. */
void studio_canvas_node_clear (gpointer node);
void studio_canvas_frame_clear (gpointer frame);

/* From a place of an event to one of the canvas. */
graphene_point_t studio_canvas_from_widget (StudioCanvas *canvas, double x, double y);

/* Layout: the size of a node, and whether that was another one before; sizes of all
 * nodes; and, if anything has changed, their places and extents. */
gboolean studio_canvas_measure_node (StudioCanvasNode *node,
                                     ImDocument *document,
                                     guint number);
void studio_canvas_measure_nodes (StudioCanvas *canvas);
void studio_canvas_place_nodes (StudioCanvas *canvas);

/* The same of frames, when those of nodes are known. */
void studio_canvas_place_frames (StudioCanvas *canvas);

/* Lays out a graph, and lets frames follow what stands in them, as one step. */
void studio_canvas_lay_out_with_frames (StudioCanvas *canvas);

/* The foremost frame that has something at a place where no node is, or -1. */
gint studio_canvas_find_frame (StudioCanvas *canvas,
                               const graphene_point_t *at,
                               guint *part);

/* A frame that is dragged with what stands in it, or resized: one step at its end. */
void studio_canvas_begin_frame (StudioCanvas *canvas, guint number, guint part);
void studio_canvas_drag_frame (StudioCanvas *canvas, gboolean snaps);
void studio_canvas_end_frame (StudioCanvas *canvas);

/* Moves what is selected of a graph by so many places of its grid, a frame with what
 * stands in it, as one step. Returns FALSE if nothing is selected. */
gboolean studio_canvas_nudge (StudioCanvas *canvas, int columns, int rows);

/* Selects a frame and nothing else, and shows that one is selected; -1 for none. */
void studio_canvas_select_frame (StudioCanvas *canvas, gint number);
void studio_canvas_mark_frame (StudioCanvas *canvas, gint number);

/* Has nodes placed, wires routed and labels placed once more before the next frame. */
void studio_canvas_queue_layout (StudioCanvas *canvas);

/* About the size that the node of a unit will have. */
graphene_size_t studio_canvas_guess_size (const ImUnit *unit);

/* Moves the area of a new node down until nothing is in the way. */
void studio_canvas_avoid_nodes (StudioCanvas *canvas, graphene_rect_t *area);

/**
 * studio_canvas_make_room:
 * @canvas: a canvas
 * @link: a link that a node is put into
 * @area: (inout): its size, and the place where it is dropped; then where it goes
 * @n_places: (out): how many nodes have to step back
 *
 * Returns: (transfer full) (array length=n_places): where they go
 */
ImDocumentPlace *studio_canvas_make_room (StudioCanvas *canvas,
                                          const ImGraphLink *link,
                                          graphene_rect_t *area,
                                          guint *n_places);

/* Puts all nodes where a layout has them, without an edit. */
void studio_canvas_lay_out_all (StudioCanvas *canvas);

/* Wires: their ways after the nodes have their places. */
void studio_canvas_route_wires (StudioCanvas *canvas);
void studio_wire_route_straight (StudioWire *wire,
                                 graphene_point_t from,
                                 graphene_point_t to,
                                 gboolean is_vertical);

/* The middle of a port on the canvas. */
gboolean studio_canvas_get_port_place (StudioCanvas *canvas,
                                       guint node,
                                       const char *port,
                                       gboolean is_output,
                                       graphene_point_t *place);

/* Frames, wires that are seen, what is being dragged, and all widgets of the plane. */
void studio_canvas_paint (StudioCanvas *canvas, GtkSnapshot *snapshot);

/* Has a wire lead from where a link begins to where it ends; FALSE if it did before. */
gboolean studio_wire_take_ends (StudioWire *wire, const ImGraphLink *link);

/* A wire has another way, or is of another kind. */
void studio_canvas_wire_moved (StudioWire *wire);

/* Frees what a StudioWire has. */
void studio_canvas_wire_clear (gpointer wire);

/* The middle of a wire, where its label stands if it covers nothing there. */
graphene_point_t studio_wire_get_middle (const StudioWire *wire);

/* A place of one of its curves, from 0 at its beginning to 1 at its end. */
graphene_point_t studio_wire_get_place (const StudioWire *wire, guint curve, double part);

/* Whether there is anything to say: nothing flows where nobody gives times. */
static inline gboolean
studio_wire_has_text (const StudioWire *wire)
{
  return !g_str_equal (wire->text, "null");
}

/* Finds places for the labels of wires that have their ways. */
void studio_canvas_place_labels (StudioCanvas *canvas);

/* Has all labels measured once more. */
void studio_canvas_forget_label_sizes (StudioCanvas *canvas);

/* Tells that the pointer has moved, or left the canvas. */
void studio_canvas_point_at (StudioCanvas *canvas, gboolean is_inside);

/* Opens the menu of a node, of a wire, of a frame, or of the canvas if all are -1; in
 * coordinates of the widget. */
void studio_canvas_open_menu (StudioCanvas *canvas,
                              gint node,
                              gint wire,
                              gint frame,
                              double x,
                              double y);

/* The wire that is nearest to a place, at most so far away; or -1. */
gint studio_canvas_find_wire (StudioCanvas *canvas,
                              const graphene_point_t *at,
                              double max_distance);

/* The node at a place, or -1; with the port that is near it. */
gint studio_canvas_find_node (StudioCanvas *canvas, const graphene_point_t *at);
gboolean studio_canvas_find_port (StudioCanvas *canvas,
                                  const graphene_point_t *at,
                                  StudioEnd *end);

/* The numbers of the selected nodes, and of the layer that was selected last, or -1. */
guint *studio_canvas_dup_selection (StudioCanvas *canvas, guint *n);
gint studio_canvas_get_selected (StudioCanvas *canvas);

/* Selects what is selected in the session. */
void studio_canvas_take_selection (StudioCanvas *canvas);

/* Selects nodes; the one that was set last is the primary one. */
void studio_canvas_set_selected (StudioCanvas *canvas, guint node, gboolean is_selected);
void studio_canvas_clear_selection (StudioCanvas *canvas);

/* Tells the session what is selected now. */
void studio_canvas_selection_changed (StudioCanvas *canvas);
void studio_canvas_select_node (StudioCanvas *canvas, guint node);

/* Scrolls as little as shows a node; one that is new is shown when it has a place. */
void studio_canvas_show_node (StudioCanvas *canvas, guint node);

/* Selects a node that was made, shows it, and gives it the focus if the canvas has it. */
void studio_canvas_go_to_new (StudioCanvas *canvas, guint node);

/* Zooms; a place of the widget stays where it is. */
void studio_canvas_zoom_at (StudioCanvas *canvas, double zoom, double x, double y);

/* Says why something was refused, at a place of the widget. */
void studio_canvas_explain (StudioCanvas *canvas, const char *text, double x, double y);

/* Gives the pipeline a part: at the end of the pipe that was dropped, or at a place.
 * Returns its name, or NULL. */
char *studio_canvas_insert_part (StudioCanvas *canvas,
                                 StudioPart part,
                                 const graphene_point_t *at,
                                 GError **error);

/* Asks for a unit; see studio_canvas_insert(). */
void studio_canvas_want (StudioCanvas *canvas,
                         const graphene_point_t *at,
                         gint wire,
                         const StudioEnd *end);
void studio_canvas_end_clear (StudioEnd *end);

/* Makes a link between two ends of which one is an output, or says why not. */
gboolean studio_canvas_try_link (StudioCanvas *canvas,
                                 const StudioEnd *a,
                                 const StudioEnd *b,
                                 double x,
                                 double y);

/* Lights up the ports that the pipe which is being drawn can lead to. */
void studio_canvas_mark_targets (StudioCanvas *canvas);
void studio_canvas_unmark_targets (StudioCanvas *canvas);

/* Ends what is being dragged, without an edit. */
void studio_canvas_cancel_drag (StudioCanvas *canvas);

/* Puts the selected nodes above all others, or all back into the order of the graph,
 * which is that of the focus. */
void studio_canvas_raise_selected (StudioCanvas *canvas);
void studio_canvas_order_children (StudioCanvas *canvas);

/* Tells what is under the pointer where it rests, beside it; an implementation of
 * #GtkWidgetClass.query_tooltip, which is never shown itself. */
gboolean studio_canvas_query_tooltip (GtkWidget *widget,
                                      int x,
                                      int y,
                                      gboolean is_keyboard,
                                      GtkTooltip *tooltip);
void studio_canvas_hide_card (StudioCanvas *canvas);

/* Lets the card tell what pipes carry, also what they carry later. */
void studio_canvas_bind_card (StudioCanvas *canvas);

/* Adds what lets that go again. */
void studio_canvas_add_card (StudioCanvas *canvas);

/* Adds what listens to pointer and keys. */
void studio_canvas_add_drags (StudioCanvas *canvas);
void studio_canvas_add_pointer (StudioCanvas *canvas);
void studio_canvas_add_drop (StudioCanvas *canvas);
void studio_canvas_add_keys (StudioCanvas *canvas);

/* Whether text goes from top to bottom, as in a stack. */
static inline gboolean
studio_canvas_is_vertical (StudioCanvas *self)
{
  return !im_document_is_free (self->document);
}

G_END_DECLS
