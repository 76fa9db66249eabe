import ts from 'typescript-api';
import type { SeededRandom } from '../../support/seeded-values.ts';
import type { ProjectTypes } from './project-types.ts';
import { type Edit, findSyntaxEdits } from './syntax-operators.ts';
import { findTypedEdits } from './typed-operators.ts';

/** A defect of one place, made from the syntax tree. */
export interface GeneratedMutant extends Edit {
  readonly file: string; // relative to the project's folder
  readonly line: number;
  readonly before: string; // the lines concerned, without indents and line breaks
  readonly after: string;
}

/** Calls whose arguments are texts for a reader, or that check our own logic. */
const NOT_CHANGED =
  /(?:^|[.#])(?:log\??\.(?:debug|info|warn|error)|assert\w*|assert\.\w+|unreachable|describe)$/;
const ATTEMPTS_MAX = 40; // for one mutant: most edits that fail are refused by the compiler

/**
 * `count` different mutants of these files. A file is chosen by its size, then a kind of defect, then a place, so
 * that frequent kinds do not hide the rare ones. Mutants that do not compile are left out.
 */
export function sampleMutants(
  files: readonly string[],
  types: ProjectTypes,
  random: SeededRandom,
  { count, isKnown }: { readonly count: number; readonly isKnown: (mutant: GeneratedMutant) => boolean },
): readonly GeneratedMutant[] {
  const lines = files.flatMap((file) =>
    types
      .read(file)
      .source.getLineStarts()
      .map(() => file),
  );
  const chosen = new Map<string, GeneratedMutant>();
  for (let attempt = 0; attempt < count * ATTEMPTS_MAX && chosen.size < count; attempt += 1) {
    const file = random.pick(lines);
    const byOperator = [...Map.groupBy(findMutants(file, types), ({ operator }) => operator).values()];
    if (byOperator.length === 0) continue;
    const mutant = random.pick(random.pick(byOperator));
    const key = `${mutant.file} ${mutant.start} ${mutant.end} ${mutant.text}`;
    if (chosen.has(key) || isKnown(mutant)) continue;
    if (types.compiles(file, applyEdit(types.read(file).source.text, mutant))) chosen.set(key, mutant);
  }
  return [...chosen.values()];
}

/** Every defect that the operators find in a file, also those that do not compile. */
export function findMutants(file: string, types: ProjectTypes): readonly GeneratedMutant[] {
  const { source, checker } = types.read(file);
  const found: GeneratedMutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    for (const edit of [...findSyntaxEdits(node), ...findTypedEdits(node, checker)])
      found.push({ ...edit, file, ...describeEdit(source, edit) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export const applyEdit = (text: string, { start, end, text: inserted }: Edit): string =>
  text.slice(0, start) + inserted + text.slice(end);

/** Types, imports, texts in templates, log lines, assertions and the words of an error. */
function isLeftOut(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTemplateExpression(node))
    return true;
  if (ts.isThrowStatement(node.parent ?? node) && ts.isNewExpression(node)) return true;
  const call = ts.isExpressionStatement(node) ? node.expression : node;
  return ts.isCallExpression(call) && NOT_CHANGED.test(call.expression.getText());
}

function describeEdit(source: ts.SourceFile, edit: Edit): Pick<GeneratedMutant, 'line' | 'before' | 'after'> {
  const { text } = source;
  const from = text.lastIndexOf('\n', edit.start - 1) + 1;
  const to = text.indexOf('\n', edit.end);
  const before = text.slice(from, to < 0 ? text.length : to);
  const after = applyEdit(before, { ...edit, start: edit.start - from, end: edit.end - from });
  const line = source.getLineAndCharacterOfPosition(edit.start).line + 1;
  return { line, before: oneLine(before), after: oneLine(after) };
}

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');
