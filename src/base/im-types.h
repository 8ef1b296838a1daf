/* Forward declarations of every public struct type, so that headers need not include each
 * other.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ImArena ImArena;
typedef struct _ImSource ImSource;
typedef struct _ImDiagnostic ImDiagnostic;
typedef struct _ImDiagnostics ImDiagnostics;

typedef struct _ImShape ImShape;
typedef struct _ImTensorType ImTensorType;
typedef struct _ImArray ImArray;
typedef struct _ImBroadcast ImBroadcast;

typedef struct _ImExpr ImExpr;
typedef struct _ImSymbols ImSymbols;
typedef struct _ImEnvironment ImEnvironment;
typedef struct _ImEval ImEval;
typedef struct _ImExprError ImExprError;
typedef struct _ImBuiltin ImBuiltin;

typedef struct _ImXmlDocument ImXmlDocument;
typedef struct _ImXmlElement ImXmlElement;
typedef struct _ImXmlAttribute ImXmlAttribute;
typedef struct _ImUnit ImUnit;
typedef struct _ImFragmentFile ImFragmentFile;
typedef struct _ImFragment ImFragment;
typedef struct _ImUnitLibrary ImUnitLibrary;

typedef struct _ImRecording ImRecording;

/**
 * ImSpan:
 * @start: offset of the first byte
 * @end: offset behind the last byte, >= @start
 *
 * A range of bytes in a text.
 */
typedef struct
{
  guint32 start;
  guint32 end;
} ImSpan;

G_END_DECLS
