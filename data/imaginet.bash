# Completion of `imaginet` for bash. What there is to complete is asked of the program
# itself, so that this file never falls behind it.
#
# SPDX-License-Identifier: MIT

# Prints the commands, or the options of a command, that the help names.
_imaginet_help_words ()
{
  imaginet ${1:+"$1"} --help 2>/dev/null |
    sed -n -e '/^Commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p' \
      -e '/^Options:$/,/^$/s/^.*\(--[a-z-]*\).*/\1/p'
}

_imaginet_unit_ids ()
{
  imaginet list units 2>/dev/null | sed 's/ .*//'
}

# Prints the ids of the units of the files among the words.
_imaginet_file_units ()
{
  local file

  for file in "${COMP_WORDS[@]:2}"; do
    [[ -f $file ]] && imaginet dump --stage unit "$file" 2>/dev/null |
      sed -n 's/^[a-z]* \([A-Za-z_][A-Za-z0-9_.]*\).*/\1/p'
  done
}

_imaginet_builtins ()
{
  imaginet list builtins 2>/dev/null | sed -n 's/^  \.\{0,1\}\([A-Za-z]\w*\).*/\1/p' | sort -u
}

# Prints what the argument or the value behind a word can be, if that is a fixed set.
_imaginet_words ()
{
  case $1:$2 in
  *:--color) echo 'always never auto' ;;
  export:--targets | export:-t)
    echo 'host cortex-m0plus cortex-m4f cortex-m7 cortex-m55 riscv32 all none' ;;
  compare:--target | compare:-t)
    echo 'host python gcc-O0 gcc-O2 gcc-fast clang-O0 clang-O2 clang-fast m0plus m4f m7 m55 riscv32'
    ;;
  diff:--target | diff:-t) echo 'm0plus m4f m7 m55 riscv32' ;;
  budget:--board | budget:-b)
    imaginet budget --board '' none 2>&1 | sed -n 's/.*expected one of //p' | tr -d ,
    ;;
  render:--what) echo 'pipeline memory shapes shape timeline broadcast recording' ;;
  render:--format) echo 'svg pdf png' ;;
  run:--format) echo 'npz npy csv' ;;
  sknd:--format) echo 'npy dat' ;;
  render:--style) echo 'auto light dark print' ;;
  broadcast:--rules | broadcast:-r | render:--rules | render:-r) echo 'imaginet numpy mlir tml' ;;
  dump:--stage | dump:-s) echo 'tokens ast unit fragments graph program plan routines' ;;
  tile:tile) echo 'check run emit explain' ;;
  tile:--engine | sknd:--engine) echo 'interpreter c python' ;;
  tile:--language) echo 'c numpy svg tile cpp python' ;;
  list:list) echo 'units templates types builtins' ;;
  convert:convert) echo 'function unit' ;;
  new:new) echo 'unit pipeline package' ;;
  new:--template | new:-t) echo "stack graph $(imaginet list templates 2>/dev/null | sed 's/ .*//' | tr '\n' ' ')" ;;
  list:builtins) _imaginet_builtins ;;
  sknd:--stage | sknd:-s) echo 'tokens ast instance kernels c' ;;
  sknd:sknd) echo 'eval check fmt list dump run export' ;;
  manual:manual) imaginet manual 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' ;;
  esac
}

_imaginet_files ()
{
  local IFS=$'\n'

  compopt -o filenames 2>/dev/null
  case $1 in
  inspect | check | fmt | convert | diff | dump | edit | extract | plan | render | export | compare | budget | run | probe | test | try | scratch | tile | sknd | pack | unpack | package | rename | move | trust) COMPREPLY+=($(compgen -f -- "$2")) ;;
  esac
}

_imaginet ()
{
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]} words

  # Bash takes `--color=always` apart at the equals sign.
  [[ $word == = ]] && word=
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}

  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "$(_imaginet_help_words)" -- "$word"))
    return
  fi
  if [[ $command:$before =~ ^(launch|render|run|pack|convert|compare):(--output|-o)$ || $before == --input || $before == -i ||
    $before == --mlir || $before == --wrap ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  if [[ $before == --units || $before == -u || $before == --output || $before == -o ||
    $before == --keep || $before == -k ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -d -- "$word"))
    return
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_imaginet_help_words "$command")" -- "$word"))
    return
  fi

  if [[ $before == --unit ]]; then
    COMPREPLY=($(compgen -W "$(_imaginet_file_units)" -- "$word"))
    return
  fi

  words=$(_imaginet_words "$command" "$before")
  if [[ -n $words && $before == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  if [[ -z $words && $command =~ ^(inspect|plan|render|export|compare|budget|run|probe|test|try)$ && ! $before =~ ^(-w|--with|-t|--target|--targets)$ ]]; then
    words=$(_imaginet_unit_ids)
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ -n $words && ! $command =~ ^(inspect|plan|render|export|compare|budget|run|probe|test|try)$ ]] || _imaginet_files "$command" "$word"
}

complete -F _imaginet imaginet
