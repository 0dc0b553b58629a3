import type { BinaryNode } from 'baileys';

import type { Connection } from './connection';
import { childrenOf } from './node';

/** Which stanzas of clients are meant. What is left out matches anything. */
export interface StanzaMatch {
  tag?: string;
  /** Namespace of an `iq`, such as `usync`. */
  xmlns?: string;
  /** Tag of its first child. */
  child?: string;
  /** Phone number of the account that sends it. */
  from?: string;
  /** The address that it is sent to, or the beginning of it. */
  to?: string;
}

type Reaction = { kind: 'refuse'; code: number; attrs?: Record<string, string> } | { kind: 'ignore' };

interface Intervention {
  match: StanzaMatch;
  reaction: Reaction;
  remaining: number;
}

/** What a test has the server do with the next stanzas instead of handling them. */
export class Interventions {
  private readonly planned: Intervention[] = [];

  /** Returns a function that ends it. */
  plan(match: StanzaMatch, reaction: Reaction, times: number): () => void {
    const intervention = { match, reaction, remaining: times };
    this.planned.push(intervention);
    return () => {
      intervention.remaining = 0;
    };
  }

  take(connection: Connection, node: BinaryNode): Reaction | null {
    const found = this.planned.find(({ match, remaining }) => remaining > 0 && matches(match, connection, node));
    if (found === undefined) return null;
    found.remaining -= 1;
    return found.reaction;
  }
}

const matches = (match: StanzaMatch, connection: Connection, node: BinaryNode): boolean =>
  (match.tag === undefined || match.tag === node.tag) &&
  (match.xmlns === undefined || match.xmlns === node.attrs['xmlns']) &&
  (match.child === undefined || match.child === childrenOf(node)[0]?.tag) &&
  (match.from === undefined || match.from === connection.companion?.owner.phone) &&
  (match.to === undefined || (node.attrs['to'] ?? '').startsWith(match.to));
