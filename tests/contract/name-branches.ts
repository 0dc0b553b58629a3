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
/** Files without a literal or a key of a name need not be parsed. */
const MAY_BRANCH = new RegExp(`['"\`](?:${ANY})['"\`]|\\b(?:${ANY})\\s*[:,}]`);

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
  const found: Branch[] = [];
  const add = (node: typescript.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ line, text: node.getText().split('\n')[0] ?? '' });
  };
  const visit = (node: typescript.Node): void => {
    if (isBranch(path, node)) add(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function isBranch(path: string, node: typescript.Node): boolean {
  if (typescript.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind)) {
    return isNamed(path, node.left, node.right) || isNamed(path, node.right, node.left);
  }
  if (typescript.isCaseClause(node)) return isNamed(path, node.expression, node.parent.parent.expression);
  if (typescript.isCallExpression(node)) {
    const { arguments: given, expression } = node;
    // `includes` has its subject in the argument, `eq` and `inArray` the other way round.
    const names = typescript.isPropertyAccessExpression(expression) ? [expression.expression, ...given] : given;
    return names.some((name) => given.some((subject) => subject !== name && isNamed(path, name, subject)));
  }
  return typescript.isObjectLiteralExpression(node) && isTable(path, node);
}

/** One entry a name, or looked up by one. */
function isTable(path: string, node: typescript.ObjectLiteralExpression): boolean {
  const keys = node.properties.flatMap(({ name }) => (name && 'text' in name ? [name.text] : []));
  const { parent } = node;
  const asked = typescript.isElementAccessExpression(parent) ? lastWordOf(parent.argumentExpression) : undefined;
  return FAMILIES.some(({ names, subject, isOwn }) => {
    const named = keys.filter((key) => names.has(key) && !isOwn(path, key)).length;
    const isMostly = named > 1 && named * 2 >= keys.length;
    return isMostly || (named > 0 && asked !== undefined && subject.test(asked));
  });
}

const COMPARISONS: ReadonlySet<typescript.SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]);

/** Whether an expression is a name of what the other one holds, or a list with one. */
function isNamed(path: string, name: typescript.Node, subject: typescript.Node): boolean {
  if (typescript.isArrayLiteralExpression(name)) return name.elements.some((one) => isNamed(path, one, subject));
  if (!typescript.isStringLiteralLike(name)) return false;
  const word = lastWordOf(subject);
  return FAMILIES.some(
    ({ names, subject: asked, isOwn }) =>
      word !== undefined && names.has(name.text) && asked.test(word) && !isOwn(path, name.text),
  );
}

function lastWordOf(node: typescript.Node): string | undefined {
  if (typescript.isIdentifier(node)) return node.text;
  if (typescript.isPropertyAccessExpression(node)) return node.name.text;
  if (typescript.isElementAccessExpression(node) && typescript.isStringLiteralLike(node.argumentExpression)) {
    return node.argumentExpression.text;
  }
  return undefined;
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
