import type { CompiledLink } from './types';

/** Links by key. A key is given in two parts, the second as a range of a longer text. */
export interface LinkTable {
  get(prefix: string, text: string, start: number, end: number): CompiledLink | undefined;
  put(link: CompiledLink): void;
  delete(key: string): void;
  deleteWhere(fits: (link: CompiledLink) => boolean): void;
  clear(): void;
  size(): number;
}

/** Slots at first; always a power of two, of which at most four in five are taken. */
const FEWEST_SLOTS = 1024;
const FULL = 0.8;

/**
 * A bounded hash table with second-chance eviction. Compact arrays, because memory latency dominates a look-up: a `Map`
 * of strings reads ten cache lines where this reads four, and needs a copied key.
 */
export function createLinkTable(most: number): LinkTable {
  const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
  /** Index of a link plus one, with bits of its key’s hash above; 0 for an empty slot. */
  let slots = new Int32Array(FEWEST_SLOTS);
  let mask = FEWEST_SLOTS - 1;
  let links: (CompiledLink | undefined)[] = [];
  let hashes = new Int32Array(FEWEST_SLOTS);
  let asked = new Uint8Array(FEWEST_SLOTS);
  let free: number[] = [];
  let hand = 0;
  let count = 0;

  /** The slot of a key, or the empty one where it would stand. */
  const slotOf = (hash: number, prefix: string, text: string, start: number, end: number): number => {
    const bits = hash & ~mask;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const value = slots[slot] ?? 0;
      if (value === 0) return slot;
      if ((value & ~mask) === bits && isKeyOf(links[(value & mask) - 1], prefix, text, start, end)) return slot;
    }
  };

  const slotOfKey = (key: string): number => slotOf(hashOf(seed, '', key, 0, key.length), '', key, 0, key.length);

  const grow = (): void => {
    const old = { slots, hashes, asked, mask };
    slots = new Int32Array(2 * old.slots.length);
    mask = slots.length - 1;
    hashes = new Int32Array(slots.length);
    hashes.set(old.hashes);
    asked = new Uint8Array(slots.length);
    asked.set(old.asked);
    for (const value of old.slots) {
      if (value === 0) continue;
      const place = value & old.mask;
      const hash = hashes[place] ?? 0;
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hash & ~mask) | place;
    }
  };

  /** Empties a slot and shifts the following ones, so that searches do not stop early. */
  const empty = (gap: number): void => {
    const place = (slots[gap] ?? 0) & mask;
    if (place === 0) return;
    links[place - 1] = undefined;
    free.push(place - 1);
    count -= 1;
    let hole = gap;
    for (let slot = (gap + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const value = slots[slot] ?? 0;
      const home = (hashes[value & mask] ?? 0) & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = value;
      hole = slot;
    }
    slots[hole] = 0;
  };

  const letGo = (): void => {
    for (;;) {
      if (hand >= links.length) hand = 0;
      const link = links[hand];
      if (link !== undefined && asked[hand] === 0) {
        hand += 1;
        return empty(slotOfKey(link.key));
      }
      asked[hand] = 0;
      hand += 1;
    }
  };

  return {
    get(prefix, text, start, end) {
      const value = slots[slotOf(hashOf(seed, prefix, text, start, end), prefix, text, start, end)] ?? 0;
      if (value === 0) return undefined;
      const place = (value & mask) - 1;
      asked[place] = 1;
      return links[place];
    },

    put(link) {
      const known = (slots[slotOfKey(link.key)] ?? 0) & mask;
      if (known !== 0) {
        links[known - 1] = link;
        return;
      }
      if (count >= most) letGo();
      if (count + 1 > slots.length * FULL) grow();
      const place = free.pop() ?? links.length;
      const hash = hashOf(seed, '', link.key, 0, link.key.length);
      links[place] = link;
      asked[place] = 0;
      hashes[place + 1] = hash;
      count += 1;
      slots[slotOfKey(link.key)] = (hash & ~mask) | (place + 1);
    },

    delete: (key) => empty(slotOfKey(key)),
    deleteWhere(fits) {
      for (const link of links) if (link !== undefined && fits(link)) empty(slotOfKey(link.key));
    },
    clear() {
      slots = new Int32Array(FEWEST_SLOTS);
      mask = FEWEST_SLOTS - 1;
      links = [];
      hashes = new Int32Array(FEWEST_SLOTS);
      asked = new Uint8Array(FEWEST_SLOTS);
      free = [];
      hand = 0;
      count = 0;
    },
    size: () => count,
  };
}

/** Seeded, so that attackers cannot choose colliding slugs. */
function hashOf(seed: number, prefix: string, text: string, start: number, end: number): number {
  let hash = seed;
  for (let at = 0; at < prefix.length; at += 1) hash = mixed(hash, prefix.charCodeAt(at));
  for (let at = start; at < end; at += 1) hash = mixed(hash, text.charCodeAt(at));
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

function mixed(hash: number, code: number): number {
  const product = Math.imul(hash ^ code, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** A link’s text begins with its key. */
function isKeyOf(link: CompiledLink | undefined, prefix: string, text: string, start: number, end: number): boolean {
  if (link === undefined || link.keyLength !== prefix.length + end - start) return false;
  const own = link.text;
  for (let at = 0; at < prefix.length; at += 1) if (own.charCodeAt(at) !== prefix.charCodeAt(at)) return false;
  for (let at = start, from = prefix.length - start; at < end; at += 1) {
    if (own.charCodeAt(from + at) !== text.charCodeAt(at)) return false;
  }
  return true;
}
