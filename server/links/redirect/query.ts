import type { ForwardQuery } from '../../../shared/links/links';

const QR_MARKER = /(^|&)qr=1(?=&|$)/;

export interface VisitQuery {
  text: string;
  isQr: boolean;
}

export const NO_QUERY: VisitQuery = { text: '', isQr: false };

/** Without the question mark and the fragment that some clients send. */
export function readQuery(whole: string): VisitQuery {
  const hash = whole.indexOf('#');
  const text = hash < 0 ? whole : whole.slice(0, hash);
  if (!QR_MARKER.test(text)) return { text, isQr: false };
  return { text: text.replace(QR_MARKER, '').replace(/^&/, ''), isQr: true };
}

/** `append` keeps existing parameters, `override` replaces them. Both sides are already encoded. */
export function forwardQuery(destination: string, query: string, mode: ForwardQuery): string {
  if (query === '' || mode === 'none') return destination;
  const hash = destination.indexOf('#');
  const whole = hash < 0 ? destination : destination.slice(0, hash);
  const fragment = hash < 0 ? '' : destination.slice(hash);
  const mark = whole.indexOf('?');
  const base = mark < 0 ? whole : whole.slice(0, mark);
  const own = pairsOf(mark < 0 ? '' : whole.slice(mark + 1));
  const given = pairsOf(query);

  const remaining = mode === 'append' ? own : without(own, given);
  const added = mode === 'append' ? without(given, own) : given;
  const pairs = [...remaining, ...added];
  return pairs.length === 0 ? base + fragment : `${base}?${pairs.join('&')}${fragment}`;
}

const pairsOf = (query: string): string[] => query.split('&').filter((pair) => pair !== '');

const without = (pairs: readonly string[], others: readonly string[]): string[] => {
  const names = new Set(others.map(nameOf));
  return pairs.filter((pair) => !names.has(nameOf(pair)));
};

/** `a%62` and `ab` are the same name. */
function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const name = (end < 0 ? pair : pair.slice(0, end)).replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
