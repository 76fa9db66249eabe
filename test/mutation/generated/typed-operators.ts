import ts from 'typescript-api';
import { type Edit, replace } from './syntax-operators.ts';

/** The defects at one node that need its type: they compile, so only a test can notice them. */
export function findTypedEdits(node: ts.Node, checker: ts.TypeChecker): readonly Edit[] {
  if (ts.isCallExpression(node)) return swapArguments(node, checker);
  if (ts.isPropertyAccessExpression(node)) return replaceField(node, checker);
  return [];
}

/** Neighbouring arguments of one type change places. */
function swapArguments(call: ts.CallExpression, checker: ts.TypeChecker): readonly Edit[] {
  const { arguments: args, expression } = call;
  if (/(?:^|[.#])(?:min|max)(?:$|[A-Z])/.test(expression.getText())) return []; // their order means nothing
  return args.slice(1).flatMap((right, index) => {
    const left = args[index];
    if (left === undefined || left.getText() === right.getText()) return [];
    if (ts.isStringLiteral(left) && ts.isStringLiteral(right)) return []; // a name and its text are not mistaken
    if (typeName(left, checker) !== typeName(right, checker)) return [];
    const text = `${right.getText()}, ${left.getText()}`;
    return [{ operator: 'swapped arguments', start: left.getStart(), end: right.getEnd(), text }];
  });
}

/** `order.qty` becomes `order.qtyFilled`: another field of the same object and type. */
function replaceField(access: ts.PropertyAccessExpression, checker: ts.TypeChecker): readonly Edit[] {
  if (isCallee(access) || isAssigned(access)) return [];
  const wanted = typeName(access, checker);
  const owner = checker.getNonNullableType(checker.getTypeAtLocation(access.expression));
  return owner
    .getProperties()
    .filter((field) => field.name !== access.name.text && isOwnField(field))
    .filter((field) => checker.typeToString(checker.getTypeOfSymbolAtLocation(field, access)) === wanted)
    .map((field) => replace(access.name, field.name, 'wrong field of the same type'));
}

const typeName = (node: ts.Node, checker: ts.TypeChecker): string =>
  checker.typeToString(checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(node)));

const isCallee = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression === node;

const isAssigned = ({ parent, pos }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) &&
  parent.left.pos === pos &&
  /^[^=!<>]*=$/.test(parent.operatorToken.getText());

/** A field that the project declares; not `length` or a method of a library's type. */
function isOwnField(field: ts.Symbol): boolean {
  const [declaration] = field.declarations ?? [];
  if (declaration === undefined || field.name.startsWith('__')) return false;
  const isField = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration);
  return isField && !declaration.getSourceFile().fileName.includes('/node_modules/');
}
