import { defineTexts } from '../../../../i18n/texts';

export const t = defineTexts(
  {
    requests: 'Inbound requests',
    request: 'Inbound request',
    requestNoun: 'request',
    status: 'Status',
    reason: 'Reason',
    result: 'Result',
    sender: 'From',
    replay: 'Replay',
    recorded: 'Recorded',
    publicationCount: '{count, plural, one {# publication} other {# publications}}',
    noRequests: 'No requests yet',
    noRequestsHelp: 'Send a request from the sender; it appears here automatically.',
    replayThese: 'Replay requests',

    // Replay of many
    replayQuestion: 'Replay these requests?',
    replayHelp:
      '{count, plural, one {# request is} other {# requests are}} replayed, oldest first, with the current mapping. Requests that were replayed before are skipped. Messages are published again.',
    queued: '{count, plural, one {# request queued} other {# requests queued}}',
    hasMore: 'There are more. Replay again when these are done.',
    notReplayed: 'Nothing was replayed',

    // One request
    position: 'line {line, number}, column {column, number}',
    received: 'Received',
    method: 'Method',
    size: 'Size',
    duration: 'Duration',
    version: 'Endpoint version',
    deliveryId: 'Delivery ID',
    replayOf: 'Replay of',
    duplicateOf: 'Duplicate of',
    replayOne: 'Replay request',
    replayMapping: 'Mapping of the replay',
    mapping_current: 'using current mapping',
    mapping_original: 'using original mapping',
    replayed: 'Request replayed',
    oneNotReplayed: 'The request was not replayed',
    headers: 'Headers',
    query: 'Query',
    body: 'Body',
    bodyTooLarge: 'The body is larger than 64 KiB: it is stored for replays, but not shown.',
    bodyGone: 'The body is not stored, or was deleted.',
    files: 'Files',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
