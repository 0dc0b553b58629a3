import * as typescript from '@typescript/typescript6';

import { PROVIDER_TYPES } from '../../shared/ai/providers';
import { CHANNEL_SCHEMAS } from '../../shared/automation/channels/channel-schemas';
import { DRIVERS } from '../../shared/whatsapp/drivers';

const { SyntaxKind } = typescript;

interface Family {
  names: ReadonlySet<string>;
  /** What is compared with a name, by the last word of its expression. */
  subject: RegExp;
  /** Whether a file belongs to what has the name, which may know it. */
  isOwn: (path: string, name: string) => boolean;
}

/** In a folder or file with the name. */
const isNamesake = (path: string, name: string): boolean =>
  path.split('/').some((part) => part.replace(/\.tsx?$/, '') === name.replaceAll('_', '-'));
/** WhatsApp is a module too. */
const isOfChannel = (path: string, name: string): boolean => path.includes(`/channels/${name}`);

/** `sandbox` and `webhook` are words of other fields too, so what they are compared with decides. */
const FAMILIES: readonly Family[] = [
  { names: new Set(DRIVERS), subject: /^(?:driver|kind|name)$/i, isOwn: isNamesake },
  { names: new Set(CHANNEL_SCHEMAS.map(({ kind }) => kind)), subject: /^(?:channel|kind)$/i, isOwn: isOfChannel },
  { names: new Set(PROVIDER_TYPES), subject: /^(?:type|provider)$/i, isOwn: isNamesake },
];
const ANY = [...new Set(FAMILIES.flatMap(({ names }) => [...names]))].join('|');
/** Files without a name need not be parsed. */
const MAY_BRANCH = new RegExp(`\\b(?:${ANY})\\b`);

/** Where drivers and providers are registered, one line each. */
const REGISTRIES: ReadonlySet<string> = new Set([
  'shared/ai/providers.ts',
  'shared/whatsapp/drivers/index.ts',
  'server/ai/providers/create.ts',
  'server/whatsapp/drivers/registry.ts',
  'web/features/whatsapp/drivers/registry.ts',
]);

export interface Branch {
  line: number;
  text: string;
}

/** Comparisons, cases and lookups with the name of a driver, channel or provider that stand outside of its folder. */
export function branchesIn(path: string, text: string): Branch[] {
  if (REGISTRIES.has(path) || !MAY_BRANCH.test(text)) return [];
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true);
  const isBranch = branchTest(path, readConstants(file));
  const found: Branch[] = [];
  const add = (node: typescript.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (found.at(-1)?.line !== line) found.push({ line, text: node.getText().split('\n')[0] ?? '' });
  };
  const visit = (node: typescript.Node): void => {
    if (isBranch(node)) add(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

interface Constants {
  /** What a name of the file stands for. */
  values: ReadonlyMap<string, typescript.Expression>;
  /** The field that a destructured name was read from. */
  fields: ReadonlyMap<string, string>;
}

function readConstants(file: typescript.SourceFile): Constants {
  const values = new Map<string, typescript.Expression>();
  const fields = new Map<string, string>();
  const visit = (node: typescript.Node): void => {
    if (typescript.isVariableDeclaration(node) && typescript.isIdentifier(node.name) && node.initializer) {
      values.set(node.name.text, node.initializer);
    }
    if (typescript.isBindingElement(node) && typescript.isIdentifier(node.name) && node.propertyName) {
      fields.set(node.name.text, node.propertyName.getText());
    }
    node.forEachChild(visit);
  };
  visit(file);
  return { values, fields };
}

function branchTest(path: string, constants: Constants): (node: typescript.Node) => boolean {
  /** Whether an expression has names of what the other one holds. */
  const isNamed = (named: typescript.Node, subject: typescript.Node): boolean => {
    const words = wordsOf(subject, constants);
    const names = namesIn(named, constants);
    return FAMILIES.some(
      (family) =>
        words.some((word) => family.subject.test(word)) && names.some((name) => isForeign(family, path, name)),
    );
  };
  const isAnyName = (node: typescript.Node): boolean =>
    typescript.isStringLiteralLike(node) && FAMILIES.some((family) => isForeign(family, path, node.text));

  return (node) => {
    if (typescript.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      if (operatorToken.kind === SyntaxKind.InKeyword)
        return isAnyName(left) || isNamed(keysOf(right, constants), left);
      return COMPARISONS.has(operatorToken.kind) && (isNamed(left, right) || isNamed(right, left));
    }
    if (typescript.isCaseClause(node)) return isNamed(node.expression, node.parent.parent.expression);
    if (typescript.isElementAccessExpression(node)) {
      return isNamed(keysOf(node.expression, constants), node.argumentExpression);
    }
    if (typescript.isCallExpression(node)) {
      const { arguments: given, expression } = node;
      const all = typescript.isPropertyAccessExpression(expression) ? [expression.expression, ...given] : given;
      return all.some((named) => all.some((subject) => subject !== named && isNamed(named, subject)));
    }
    if (typescript.isObjectLiteralExpression(node)) return isTable(path, node);
    const list = listTypedByName(node);
    return (
      list !== undefined && FAMILIES.some((one) => namesIn(list, constants).some((name) => isForeign(one, path, name)))
    );
  };
}

const isForeign = ({ names, isOwn }: Family, path: string, name: string): boolean =>
  names.has(name) && !isOwn(path, name);

/** One entry a name. */
function isTable(path: string, node: typescript.ObjectLiteralExpression): boolean {
  const keys = keysIn(node);
  return FAMILIES.some((family) => {
    const named = keys.filter((key) => isForeign(family, path, key)).length;
    return named > 1 && named * 2 >= keys.length;
  });
}

const NAME_TYPES = /\b(?:DriverName|ChannelKind|ProviderType)\b/;

/** A list or table whose written type has the type of the names. */
function listTypedByName(node: typescript.Node): typescript.Node | undefined {
  if (!typescript.isVariableDeclaration(node) && !isCast(node)) return undefined;
  const list = typescript.isVariableDeclaration(node) ? node.initializer : node.expression;
  if (list === undefined || !NAME_TYPES.test(node.type?.getText() ?? '')) return undefined;
  return typescript.isStringLiteralLike(bare(list)) ? undefined : list;
}

const COMPARISONS: ReadonlySet<typescript.SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]);

const isCast = (node: typescript.Node): node is typescript.AsExpression | typescript.SatisfiesExpression =>
  typescript.isAsExpression(node) || typescript.isSatisfiesExpression(node);
const bare = (node: typescript.Node): typescript.Node =>
  typescript.isParenthesizedExpression(node) || isCast(node) ? bare(node.expression) : node;

/** An object behind casts and constants. */
function keysOf(node: typescript.Node, { values }: Constants): typescript.Node {
  const plain = bare(node);
  const value = typescript.isIdentifier(plain) ? values.get(plain.text) : undefined;
  return value === undefined ? plain : bare(value);
}

const keysIn = (node: typescript.ObjectLiteralExpression): string[] =>
  node.properties.flatMap(({ name }) => {
    const key = name && typescript.isComputedPropertyName(name) ? name.expression : name;
    return key && 'text' in key && typeof key.text === 'string' ? [key.text] : [];
  });

/** The strings that an expression, a list or the constant behind it consists of; the keys of an object. */
function namesIn(node: typescript.Node, constants: Constants): string[] {
  const plain = bare(node);
  const inEach = (nodes: readonly typescript.Node[]): string[] => nodes.flatMap((one) => namesIn(one, constants));
  if (typescript.isStringLiteralLike(plain)) return [plain.text];
  if (typescript.isRegularExpressionLiteral(plain)) return plain.text.match(/\w+/g) ?? [];
  if (typescript.isArrayLiteralExpression(plain)) return inEach(plain.elements);
  if (typescript.isSpreadElement(plain)) return namesIn(plain.expression, constants);
  if (typescript.isNewExpression(plain)) return inEach(plain.arguments ?? []);
  if (typescript.isObjectLiteralExpression(plain)) return keysIn(plain);
  const value = typescript.isIdentifier(plain) ? constants.values.get(plain.text) : undefined;
  return value === undefined ? [] : namesIn(value, constants);
}

/** The last words of what is asked: of either side of `??`, and of what a callback compares. */
function wordsOf(node: typescript.Node, constants: Constants): string[] {
  const plain = bare(node);
  if (typescript.isIdentifier(plain)) return [constants.fields.get(plain.text) ?? plain.text];
  if (typescript.isPropertyAccessExpression(plain)) return [plain.name.text];
  if (typescript.isElementAccessExpression(plain)) {
    return typescript.isStringLiteralLike(plain.argumentExpression) ? [plain.argumentExpression.text] : [];
  }
  if (typescript.isBinaryExpression(plain)) return [plain.left, plain.right].flatMap((one) => wordsOf(one, constants));
  if (typescript.isArrowFunction(plain)) return wordsOf(plain.body, constants);
  // `driverOf(row)`
  if (typescript.isCallExpression(plain)) {
    return wordsOf(plain.expression, constants).map((word) => word.replace(/Of$/, ''));
  }
  return [];
}

/** Every such branch of the server, the contract and the console, as `path:line: text`. */
export async function branchesInTree(): Promise<string[]> {
  const paths = await Array.fromAsync(new Bun.Glob('{server,shared,web}/**/*.{ts,tsx}').scan('.'));
  const found: string[] = [];
  for (const path of paths.toSorted()) {
    for (const { line, text } of branchesIn(path, await Bun.file(path).text())) found.push(`${path}:${line}: ${text}`);
  }
  return found;
}

if (import.meta.main) {
  const found = await branchesInTree();
  const advice = 'Ask the driver, channel or provider (its traits or capabilities) instead of comparing its name:';
  if (found.length > 0) process.stderr.write(`${[advice, ...found].join('\n')}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
