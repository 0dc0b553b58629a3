import { writeFileSync } from 'node:fs';

type Value = string | number | Value[] | { [name: string]: Value };
const [STRING, UINT16, UINT32, MAP, ARRAY] = [2, 5, 6, 7, 11];
const SEPARATOR = Buffer.alloc(16);
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** Head of a value (MaxMind DB file format 2.0): its type, and a size below 285. */
function head(type: number, size: number): Buffer {
  const extended = type > 7;
  const field = size < 29 ? size : 29;
  const bytes = [((extended ? 0 : type) << 5) | field];
  if (extended) bytes.push(type - 7);
  if (size >= 29) bytes.push(size - 29);
  return Buffer.from(bytes);
}

function encode(value: Value, type = UINT32): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(STRING, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = type === UINT16 ? 2 : 4;
    const number = Buffer.alloc(bytes);
    number.writeUIntBE(value, 0, bytes);
    return Buffer.concat([head(type, bytes), number]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(ARRAY, value.length), ...value.map((one) => encode(one))]);
  const entries = Object.entries(value);
  return Buffer.concat([head(MAP, entries.length), ...entries.flatMap(([name, one]) => [encode(name), encode(one)])]);
}

/** Writes a file that knows the places of single IPv4 addresses. */
export function writeMmdb(file: string, places: Record<string, Value>): void {
  const nodes: [number | null, number | null][] = [[null, null]];
  const leaves = new Map<string, number>();
  const data: Buffer[] = [];
  let length = 0;
  for (const [address, place] of Object.entries(places)) {
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
    let at = 0;
    for (const bit of bits.slice(0, -1)) {
      const side = Number(bit) as 0 | 1;
      const node = nodes[at] as [number | null, number | null];
      if (node[side] === null) node[side] = nodes.push([null, null]) - 1;
      at = node[side];
    }
    leaves.set(`${at} ${bits.at(-1)}`, length);
    const bytes = encode(place);
    data.push(bytes);
    length += bytes.length;
  }
  const tree = Buffer.alloc(nodes.length * 8);
  for (const [index, node] of nodes.entries()) {
    for (const side of [0, 1] as const) {
      const leaf = leaves.get(`${index} ${side}`);
      const value = leaf === undefined ? (node[side] ?? nodes.length) : nodes.length + 16 + leaf;
      tree.writeUInt32BE(value, index * 8 + side * 4);
    }
  }
  const metadata: Record<string, Value> = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    description: { en: 'Test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 32,
  };
  writeFileSync(file, Buffer.concat([tree, SEPARATOR, ...data, MARKER, encode(metadata)]));
}
