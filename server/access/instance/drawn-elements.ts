const REFERENCES = /url\(\s*["']?\s*#([^"')\s]+)/gi;
const OF_HREF = /^\s*#(\S+)\s*$/;

interface Part {
  elements: number;
  /** Its references are those from the first to before the last in their list. */
  first: number;
  last: number;
}

/** Counts what a browser draws of an SVG: a few references to references draw billions of elements. */
export function countDrawnElements(max: number) {
  const references: string[] = [];
  const parts = new Map<string, Part>();
  const drawn = new Map<string, number>();
  let elements = 0;

  const drawnBy = ({ elements: own, first, last }: Part): number => {
    let sum = own;
    for (let at = first; at < last && sum <= max; at += 1) sum += drawnBehind(references[at] ?? '');
    return sum;
  };
  const drawnBehind = (id: string): number => {
    const known = drawn.get(id);
    if (known !== undefined) return known;
    const part = parts.get(id);
    // A part within itself is not drawn.
    drawn.set(id, 0);
    const sum = part ? drawnBy(part) : 0;
    drawn.set(id, sum);
    return sum;
  };

  return {
    /** Returns what to call at the end of the element. */
    open(attributes: Readonly<Record<string, string>>): () => void {
      const before = { elements, first: references.length };
      elements += 1;
      for (const [name, value] of Object.entries(attributes)) {
        const target = /(?:^|:)href$/i.test(name) ? OF_HREF.exec(value)?.[1] : undefined;
        if (target !== undefined) references.push(target);
        for (const [, id = ''] of value.matchAll(REFERENCES)) references.push(id);
      }
      const { id } = attributes;
      return () => {
        if (id === undefined || parts.has(id)) return;
        parts.set(id, { elements: elements - before.elements, first: before.first, last: references.length });
      };
    },
    areTooMany: (): boolean => drawnBy({ elements, first: 0, last: references.length }) > max,
  };
}
