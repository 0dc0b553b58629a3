import { type Document, isRecord } from './document';

/** These paths of a document, and of its components only what they lead to: clean where the whole is. */
export function excerpt(document: Document, paths: readonly string[]): Document {
  const { webhooks: _, ...rest } = document;
  const kept = Object.fromEntries(paths.map((path) => [path, document.paths?.[path] ?? {}]));
  const reached = new Set<string>();
  reach(document, kept, reached);

  const components = Object.fromEntries(
    Object.entries(document.components ?? {}).map(([kind, named]) => [
      kind,
      kind === 'securitySchemes' || !isRecord(named)
        ? named
        : Object.fromEntries(Object.entries(named).filter(([name]) => reached.has(`#/components/${kind}/${name}`))),
    ]),
  );
  return { ...rest, paths: kept, components };
}

/** Adds what a part of the document refers to, and what that refers to. */
function reach(document: Document, part: unknown, reached: Set<string>): void {
  for (const [, ref = ''] of JSON.stringify(part).matchAll(/"\$ref":"(#\/components\/[^"]+)"/gu)) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    const [, , kind = '', name = ''] = ref.split('/');
    reach(document, document.components?.[kind]?.[name] ?? {}, reached);
  }
}
