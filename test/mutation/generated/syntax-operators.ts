import ts from 'typescript-api';

/** A part of a source file replaced with another text. */
export interface Edit {
  readonly operator: string; // the kind of defect, in words
  readonly start: number; // offsets in the file
  readonly end: number;
  readonly text: string;
}

type Operator = (node: ts.Node) => readonly Edit[];

/** Swaps that work in both directions. */
const OPERATOR_SWAPS = pairs(
  ['<', '<='],
  ['>', '>='],
  ['===', '!=='],
  ['&&', '||'],
  ['+', '-'],
  ['+=', '-='],
  ['++', '--'],
);
const CONSTANT_SWAPS = pairs(
  ['BUY', 'SELL'],
  ['YES', 'NO'],
  ['buy', 'sell'],
  ['yes', 'no'],
  ['bid', 'ask'],
  ['bids', 'asks'],
);
const NAME_SWAPS = pairs(
  ['min', 'max'],
  [Math.floor.name, Math.ceil.name],
  ['some', 'every'],
  ['minQty', 'maxQty'],
  ['floorToGrid', 'ceilToGrid'],
  ['floorToTick', 'ceilToTick'],
  ['floorToYesGrid', 'ceilToYesGrid'],
);
const CLEANUP = /(?:^|[.#])(?:clear|unsub|remove|dispose|close|stop|delete|unref|release|off|abort|destroy)/;
const SMALL = 1000; // larger numbers are sizes and times, where one more or less makes no difference

/** The defects at one node of the syntax tree. */
export const findSyntaxEdits: Operator = (node) => OPERATORS.flatMap((operator) => operator(node));

const OPERATORS: readonly Operator[] = [
  swapOperator,
  dropOperand,
  negateCondition,
  swapConstant,
  changeLiteral,
  swapName,
  dropAwait,
  dropStatement,
  dropEarlyReturn,
  changeDefault,
  swallowError,
  dropFilter,
];

function swapOperator(node: ts.Node): readonly Edit[] {
  if (!ts.isBinaryExpression(node)) return [];
  const { operatorToken: token } = node;
  const swapped = OPERATOR_SWAPS.get(token.getText());
  if (swapped === undefined) return [];
  const operator = /[<>]/.test(swapped) ? 'comparison boundary' : `${token.getText()} becomes ${swapped}`;
  return [replace(token, swapped, operator)];
}

/** A condition that was forgotten. */
function dropOperand(node: ts.Node): readonly Edit[] {
  if (!ts.isBinaryExpression(node) || !/^(?:&&|\|\|)$/.test(node.operatorToken.getText())) return [];
  return [node.left, node.right].map((kept) => replace(node, kept.getText(), 'forgotten condition'));
}

function negateCondition(node: ts.Node): readonly Edit[] {
  if (!ts.isIfStatement(node) && !ts.isConditionalExpression(node)) return [];
  const condition = ts.isIfStatement(node) ? node.expression : node.condition;
  return [replace(condition, `!(${condition.getText()})`, 'negated condition')];
}

function swapConstant(node: ts.Node): readonly Edit[] {
  if (!ts.isStringLiteral(node) || ts.isLiteralTypeNode(node.parent)) return [];
  const swapped = CONSTANT_SWAPS.get(node.text);
  return swapped === undefined ? [] : [replace(node, `'${swapped}'`, 'opposite side')];
}

function changeLiteral(node: ts.Node): readonly Edit[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false', 'true becomes false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true', 'false becomes true')];
  const suffix = ts.isBigIntLiteral(node) ? 'n' : '';
  if (!ts.isNumericLiteral(node) && suffix === '') return [];
  const value = Number(node.getText().replace(/[_n]/g, ''));
  if (!Number.isInteger(value) || value > SMALL) return [];
  return [replace(node, `${value + 1}${suffix}`, 'off by one')];
}

function swapName(node: ts.Node): readonly Edit[] {
  if (!ts.isCallExpression(node)) return [];
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  const swapped = NAME_SWAPS.get(name.getText());
  return swapped === undefined ? [] : [replace(name, swapped, `${name.getText()} becomes ${swapped}`)];
}

function dropAwait(node: ts.Node): readonly Edit[] {
  return ts.isAwaitExpression(node) ? [replace(node, node.expression.getText(), 'dropped await')] : [];
}

/** A call, an assignment or a `delete` that has an effect. */
function dropStatement(node: ts.Node): readonly Edit[] {
  if (!ts.isExpressionStatement(node)) return [];
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const isCleanup = ts.isCallExpression(call) && CLEANUP.test(call.expression.getText());
  return [replace(node, ';', isCleanup ? 'missing cleanup' : 'dropped statement')];
}

function dropEarlyReturn(node: ts.Node): readonly Edit[] {
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined) return [];
  const { thenStatement } = node;
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  if (last === undefined) return [];
  const leaves = ts.isReturnStatement(last) || ts.isContinueStatement(last) || ts.isThrowStatement(last);
  return leaves ? [replace(node, ';', 'early return removed')] : [];
}

function changeDefault(node: ts.Node): readonly Edit[] {
  if (!ts.isBinaryExpression(node) || node.operatorToken.getText() !== '??') return [];
  return [replace(node, node.right.getText(), 'value ignored for its default')];
}

function swallowError(node: ts.Node): readonly Edit[] {
  if (ts.isThrowStatement(node) && !ts.isIfStatement(node.parent))
    return [replace(node, ';', 'swallowed error')];
  if (!ts.isCatchClause(node) || node.block.statements.length === 0) return [];
  return [replace(node, 'catch {}', 'swallowed error')];
}

function dropFilter(node: ts.Node): readonly Edit[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const isList = /^(?:filter|sort|toSorted|reverse|toReversed)$/.test(name.text);
  return isList ? [replace(node, expression.getText(), `dropped ${name.text}`)] : [];
}

export const replace = (node: ts.Node, text: string, operator: string): Edit => ({
  operator,
  start: node.getStart(),
  end: node.getEnd(),
  text,
});

function pairs(...swaps: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(swaps.flatMap(([left, right]) => [[left, right] as const, [right, left] as const]));
}
