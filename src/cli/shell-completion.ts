import type { Command } from 'commander';
import { invalid } from './cli-failure.ts';
import type { Terminal } from './terminal-io.ts';

const SHELLS = { bash, zsh, fish } as const;

/** A command path and its possible completions. */
interface Place {
  readonly path: string; // 'order list'; empty for the root
  readonly commands: readonly (readonly [name: string, description: string])[];
  readonly flags: readonly string[];
}

/** Prints a completion script for all commands and options, generated from the command definitions. */
export function printCompletion(terminal: Terminal, program: Command, shell: string): void {
  const script = SHELLS[shell as keyof typeof SHELLS];
  if (script === undefined) throw invalid(`completion ${shell}: expected ${Object.keys(SHELLS).join(', ')}.`);
  terminal.print(script(listPlaces(program, '')).trim());
}

function listPlaces(command: Command, path: string): readonly Place[] {
  const children = command.commands;
  const place = {
    path,
    commands: children.map((it) => [it.name(), it.description()] as const),
    flags: [...command.options.map((it) => it.long ?? it.short ?? ''), '--help'],
  };
  return [place, ...children.flatMap((it) => listPlaces(it, `${path} ${it.name()}`.trim()))];
}

const renderWords = ({ commands, flags }: Place): string =>
  [...commands.map(([name]) => name), ...flags].join(' ');

/** Renders the `case` that maps the typed words to a command path and its completions. */
function walk(places: readonly Place[], words: string): string {
  const inner = places.filter(({ path }) => path !== '');
  return `  local at="" word
  for word in ${words}; do
    case "$at $word" in
${inner.map(({ path }) => `      "${typedAt(path)}") at="${path}" ;;`).join('\n')}
    esac
  done
  case "$at" in
${places.map((place) => `    "${place.path}") words="${renderWords(place)}" ;;`).join('\n')}
  esac`;
}

function bash(places: readonly Place[]): string {
  return `
# crossbook completion for bash
_crossbook() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}"
${walk(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _crossbook crossbook`;
}

function zsh(places: readonly Place[]): string {
  return `
#compdef crossbook
_crossbook() {
  local typed=("\${(@)words[2,CURRENT-1]}")
  local words=""
${walk(places, '"${typed[@]}"')}
  compadd -- \${=words}
  _files
}
compdef _crossbook crossbook`;
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap((place) => {
    const commands = place.commands.map(
      ([name, text]) => `${completeAt(place)} -a ${name} -d '${text.replaceAll("'", "\\'")}'`,
    );
    const flags = place.flags.map((flag) => `${completeAt(place)} -l ${flag.replace(/^-+/, '')}`);
    return [...commands, ...flags];
  });
  const steps = places.filter(({ path }) => path !== '');
  return `
# crossbook completion for fish
function __crossbook_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
${steps.map(({ path }) => `      case '${typedAt(path)}'\n        set at '${path}'`).join('\n')}
    end
  end
  test "$at" = "$argv"
end
${lines.join('\n')}`;
}

/** The value of `$at $word` after the whole path. */
const typedAt = (path: string): string => (path.includes(' ') ? path : ` ${path}`);

const completeAt = ({ path }: Place): string =>
  `complete -c crossbook -f -n '__crossbook_at${path === '' ? '' : ` ${path}`}'`;
