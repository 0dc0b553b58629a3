import { readFileSync } from 'node:fs';

import ts from '@typescript/typescript6';

/** Words that people read: a capital and small letters, or several words. */
const SENTENCE = /^\p{Lu}\p{Ll}+(?:$|[\s.,:…?!])|\p{L}{2,} \p{L}{2,}/u;
/** Names that are the same in every language, and formats. */
const NAMES =
  /^(?:Switchboard|WhatsApp|Markdown|Unix|Bearer|Idempotency-Key|Esc|Ctrl K|⌘K.*|Edge|Opera|Mac OS X|Windows|Android|Linux|Chrome|Safari|Firefox|Samsung Internet|Brave|Lisboa|Shopify|Standard Webhooks|Stripe|Zapier|Make|Pipedream|Activepieces|Ollama|LM Studio|OpenAI|Anthropic)$/;
/** Values of style sheets, names of classes, selectors, and markup. */
const STYLES = /^[.#<]|^[a-z-]+(?: [a-z]+(?:-[a-z]+)+)+$|;|^\d+px |\w\(|sans-serif|monospace/;
/** Names of keys and of HTML, which are compared and never shown. */
const KEYS = /^(?:Enter|Escape|Tab|Space|Home|End|Delete|Backspace|Arrow\w+|Page\w+)$/;
/** Attributes that nobody reads. */
const SILENT =
  /^(?:className|style|d|viewBox|transform|to|from|href|src|rel|type|role|id|name|key|points|autoComplete|data-[\w-]+)$/;

/** Texts in the source of a file that are shown to people and stand in no list of texts. */
export function hardCodedTexts(file: string, source = readFileSync(file, 'utf8')): string[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isComparison(node)) return;
    if (ts.isJsxAttribute(node) && SILENT.test(node.name.getText(tree))) return;
    // Errors for developers.
    if (ts.isThrowStatement(node)) return;
    const text = textOf(node);
    if (
      text !== undefined &&
      SENTENCE.test(text.trim()) &&
      ![NAMES, KEYS, STYLES].some((silent) => silent.test(text.trim()))
    ) {
      found.push(ts.isJsxText(node) ? text.trim() : text);
    }
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) ? node.text : undefined;
}

const isComparison = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(node.operatorToken.kind);
