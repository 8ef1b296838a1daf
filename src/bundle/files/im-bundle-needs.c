/* SPDX-License-Identifier: MIT */
#include "bundle/files/im-bundle-needs.h"

/* In files of make: where it is. Code for this machine is compiled without the intrinsics
 * of a core, which the library calls __GNUC_PYTHON__. */
#define MAKE_FOLDERS                                                                   \
  "# The code calls CMSIS-DSP: CMSIS_DSP is its folder, with Include and Source.\n"    \
  "# CMSIS_CORE is the folder of CMSIS-Core, with Include, which cores of Arm need.\n" \
  "CMSIS_DSP ?=\n"                                                                     \
  "CMSIS_CORE ?=\n"                                                                    \
  "cmsis_dsp := $(abspath $(CMSIS_DSP))\n"                                             \
  "CMSIS_FLAGS := $(if $(cmsis_dsp),$(addprefix -I,$(wildcard \\\n"                    \
  "  $(cmsis_dsp)/Include $(cmsis_dsp)/PrivateInclude))) "

static const struct
{
  const char *variable;
  const char *text;
} cmsis_texts[] = {
  { "@cmsisFlags@", " $(CMSIS_FLAGS)" },
  { "@cmsisMake@", MAKE_FOLDERS "\\\n  $(if $(CMSIS_CORE),-I$(abspath "
                                "$(CMSIS_CORE))/Include,-D__GNUC_PYTHON__)\n\n" },
  { "@cmsisPass@", " CMSIS_DSP='$(cmsis_dsp)' CMSIS_CORE='$(abspath $(CMSIS_CORE))'" },
  { "@cmsisPassSh@", "CMSIS_DSP='$(cmsis_dsp)' CMSIS_CORE='$(abspath $(CMSIS_CORE))' " },
  { "@cmsisClean@", " libcmsis.a cmsis" },
  { "@cmsisTest@", MAKE_FOLDERS
    "-D__GNUC_PYTHON__\n"
    "CMSIS_SOURCES := $(if $(cmsis_dsp),$(wildcard $(cmsis_dsp)/Source/*.c) \\\n"
    "  $(foreach folder,$(patsubst %/,%,$(wildcard $(cmsis_dsp)/Source/*/)),$(or \\\n"
    "  $(wildcard $(folder)/$(notdir $(folder)).c),$(wildcard $(folder)/*.c))))\n"
    "\n" },
  { "@cmsisLibrary@", " libcmsis.a" },
  { "@cmsisRule@", "libcmsis.a: $(CMSIS_SOURCES)\n"
                   "\t@if [ ! -f '$(cmsis_dsp)/Include/arm_math.h' ]; then \\\n"
                   "\t  echo 'The test was not built: the code of @name@ needs "
                   "CMSIS-DSP; say where it is:'; \\\n"
                   "\t  echo '  make verify CMSIS_DSP=FOLDER  with Include/arm_math.h "
                   "and Source in it'; \\\n"
                   "\t  exit 1; \\\n"
                   "\tfi\n"
                   "\trm -rf cmsis && mkdir cmsis\n"
                   "\tcd cmsis && $(CC) -ffp-contract=off -ffunction-sections -w "
                   "$(CFLAGS) $(CMSIS_FLAGS) -c "
                   "$(CMSIS_SOURCES)\n"
                   "\trm -f $@ && $(AR) rcs $@ cmsis/*.o\n"
                   "\n" },
  { "@cmsisQemuFlags@", " -I\"$CMSIS_DSP/Include\" -I\"$CMSIS_DSP/PrivateInclude\" "
                        "-I\"$CMSIS_CORE/Include\"" },
  { "@cmsisQemuLibrary@", " \"$folder/libcmsis.a\"" },
  { "@cmsisQemuBuild@", "  build_cmsis \"$@\" || return 2\n" },
  { "@cmsisQemu@",
    "# The sources of CMSIS-DSP: of a folder X the file X.c, which includes the others.\n"
    "list_cmsis ()\n"
    "{\n"
    "  for part in \"$CMSIS_DSP\"/Source/*/; do\n"
    "    all=$part$(basename \"$part\").c\n"
    "    if [ -f \"$all\" ]; then printf '%s\\n' \"$all\"; else ls \"$part\"*.c; fi\n"
    "  done\n"
    "  ls \"$CMSIS_DSP\"/Source/*.c 2>/dev/null\n"
    "}\n"
    "\n"
    "# build_cmsis FLAG...: builds it for the core\n"
    "build_cmsis ()\n"
    "{\n"
    "  rm -rf \"$folder/cmsis\" && mkdir \"$folder/cmsis\" || return 2\n"
    "  sources=$(list_cmsis)\n"
    "  (cd \"$folder/cmsis\" && arm-none-eabi-gcc -O2 -ffp-contract=off "
    "-ffunction-sections \\\n"
    "    -fdata-sections -w \"$@\" -I\"$CMSIS_DSP/Include\" "
    "-I\"$CMSIS_DSP/PrivateInclude\" \\\n"
    "    -I\"$CMSIS_CORE/Include\" -c $sources) &&\n"
    "    rm -f \"$folder/libcmsis.a\" && arm-none-eabi-ar rcs \"$folder/libcmsis.a\" "
    "\"$folder\"/cmsis/*.o\n"
    "}\n"
    "\n"
    "if [ ! -f \"${CMSIS_DSP-}/Include/arm_math.h\" ] || [ ! -d "
    "\"${CMSIS_CORE-}/Include\" ]; "
    "then\n"
    "  echo 'Nothing was run: the code needs CMSIS-DSP and CMSIS-Core; say where they "
    "are:' >&2\n"
    "  echo '  make verify-qemu CMSIS_DSP=FOLDER CMSIS_CORE=FOLDER  each with Include in "
    "it' >&2\n"
    "  exit 2\n"
    "fi\n"
    "\n" },
  { "@cmsisCMake@",
    "\n"
    "# The code calls CMSIS-DSP: the target CMSISDSP of this project, or sources in a "
    "folder.\n"
    "if(NOT TARGET CMSISDSP)\n"
    "  set(CMSIS_DSP \"$ENV{CMSIS_DSP}\" CACHE PATH\n"
    "    \"Folder of CMSIS-DSP, with Include and Source\")\n"
    "  set(CMSIS_CORE \"$ENV{CMSIS_CORE}\" CACHE PATH\n"
    "    \"Folder of CMSIS-Core, with Include, which cores of Arm need\")\n"
    "  if(NOT EXISTS \"${CMSIS_DSP}/Include/arm_math.h\")\n"
    "    message(FATAL_ERROR \"@name@ needs CMSIS-DSP: add its target CMSISDSP to the "
    "project \"\n"
    "      \"before, or set CMSIS_DSP to its folder, with Include/arm_math.h and "
    "Source\")\n"
    "  endif()\n"
    "  file(GLOB cmsis_sources \"${CMSIS_DSP}/Source/*.c\")\n"
    "  file(GLOB cmsis_folders LIST_DIRECTORIES true \"${CMSIS_DSP}/Source/*\")\n"
    "  foreach(folder ${cmsis_folders})\n"
    "    # Of a folder X the file X.c, which includes the others.\n"
    "    get_filename_component(part \"${folder}\" NAME)\n"
    "    file(GLOB files \"${folder}/${part}.c\")\n"
    "    if(NOT files)\n"
    "      file(GLOB files \"${folder}/*.c\")\n"
    "    endif()\n"
    "    list(APPEND cmsis_sources ${files})\n"
    "  endforeach()\n"
    "  add_library(CMSISDSP STATIC ${cmsis_sources})\n"
    "  target_include_directories(CMSISDSP PUBLIC \"${CMSIS_DSP}/Include\"\n"
    "    PRIVATE \"${CMSIS_DSP}/PrivateInclude\")\n"
    "  if(CMSIS_CORE)\n"
    "    target_include_directories(CMSISDSP PUBLIC \"${CMSIS_CORE}/Include\")\n"
    "  else()\n"
    "    target_compile_definitions(CMSISDSP PUBLIC __GNUC_PYTHON__)\n"
    "  endif()\n"
    "endif()\n"
    "target_link_libraries(@name@ PUBLIC\n"
    "  $<BUILD_INTERFACE:CMSISDSP> $<INSTALL_INTERFACE:-lCMSISDSP>)\n" },
  { "@cmsisKconfig@",
    "\t# Where there is an option for each group of its functions, such as\n"
    "\t# CMSIS_DSP_TRANSFORM, those of the functions that are called are needed too.\n"
    "\tselect CMSIS_DSP\n" },
  { "@cmsisPython@",
    "        # The code calls CMSIS-DSP: of its folder X the file X.c includes the "
    "others.\n"
    "        cmsis = os.path.abspath(os.environ.get('CMSIS_DSP', ''))\n"
    "        if not os.path.isfile(os.path.join(cmsis, 'Include', 'arm_math.h')):\n"
    "            sys.exit('@name@ needs CMSIS-DSP: let CMSIS_DSP name its folder, with "
    "Include/arm_math.h and Source')\n"
    "        ext.include_dirs += [os.path.join(cmsis, 'Include'), os.path.join(cmsis, "
    "'PrivateInclude')]\n"
    "        ext.define_macros += [('__GNUC_PYTHON__', None)]\n"
    "        for part in os.listdir(os.path.join(cmsis, 'Source')):\n"
    "            folder = os.path.join(cmsis, 'Source', part)\n"
    "            whole = os.path.join(folder, part + '.c')\n"
    "            parts = [os.path.join(folder, name) for name in os.listdir(folder) if "
    "name.endswith('.c')]\n"
    "            ext.sources += [whole] if os.path.isfile(whole) else parts\n" },
  { "@cmsisArduino@", "depends=Arduino_CMSIS-DSP\n" },
  { "@cmsisPlatformio@", ",\n"
                         "  \"dependencies\": [\n"
                         "    {\n"
                         "      \"owner\": \"arduino-libraries\",\n"
                         "      \"name\": \"Arduino_CMSIS-DSP\",\n"
                         "      \"version\": \"*\"\n"
                         "    }\n"
                         "  ]" },
  { "@cmsisConditions@", "  <conditions>\n"
                         "    <condition id=\"CMSIS-DSP\">\n"
                         "      <require Cclass=\"CMSIS\" Cgroup=\"CORE\"/>\n"
                         "      <require Cclass=\"CMSIS\" Cgroup=\"DSP\"/>\n"
                         "    </condition>\n"
                         "  </conditions>\n" },
  { "@cmsisCondition@", " condition=\"CMSIS-DSP\"" },
  { "@cmsisLayer@", "  packs:\n"
                    "    - pack: ARM::CMSIS\n"
                    "    - pack: ARM::CMSIS-DSP\n"
                    "  components:\n"
                    "    - component: ARM::CMSIS:CORE\n"
                    "    - component: ARM::CMSIS:DSP\n" },
  { "@cmsisReadme@", "\n"
                     "The pipeline was made with CMSIS-DSP. The files of Zephyr, "
                     "CMSIS-Pack, csolution, Arduino\n"
                     "and PlatformIO name it as what they depend on. CMake takes the "
                     "target `CMSISDSP` of a\n"
                     "project, or builds it from the folder `CMSIS_DSP`; make takes its "
                     "headers from there. So\n"
                     "does the test: `make verify CMSIS_DSP=FOLDER`, where `FOLDER` "
                     "holds `Include/arm_math.h`\n"
                     "and `Source`; without it, it says that it was not built. Code for "
                     "cores of Arm needs\n"
                     "`CMSIS_CORE=FOLDER`, that of CMSIS-Core, too.\n" },
};

void
im_bundle_needs_expand (const ImEmission *emission, GString *text)
{
  gboolean needs_cmsis = im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP);

  for (guint i = 0; i < G_N_ELEMENTS (cmsis_texts); i++)
    g_string_replace (text, cmsis_texts[i].variable,
                      needs_cmsis ? cmsis_texts[i].text : "", 0);
}
