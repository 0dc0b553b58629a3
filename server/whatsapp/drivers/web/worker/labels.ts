import { monotonic } from '../../../../clock';
import type { Place } from '../../driver-events';
import { LABELS_MS, QUERY_MS } from '../call-timeouts';
import { placeOf } from './addresses';
import { changeAppState } from './app-state';
import { chatJid } from './chats';
import { timedOut } from './errors';
import type { Feature, WebSession } from './session-types';
import { storedJson, withOrWithout } from './stored-json';
import { runUnawaited } from './unawaited';

interface ChatLabels {
  place: Place;
  labelIds: readonly string[];
}

interface Label {
  name: string;
  color: number;
  /** Kept, so that no other label gets its id. */
  deleted?: true;
}

/** The last change that starts in time still has its own timeout. */
const SET_MS = LABELS_MS - QUERY_MS;

export const createLabelsFeature = (maxSetMs: number): Feature => ({
  listen: listenToLabels,
  calls: {
    'labels.create': createLabel,
    'labels.update': writeLabel,
    'labels.delete': deleteLabel,
    'labels.set': (session, input: ChatLabels) => setChatLabels(session, input, maxSetMs),
  },
});

export const labelsFeature = createLabelsFeature(SET_MS);

/** The account chooses the id: the number after the highest one in use. */
async function createLabel(session: WebSession, label: Label): Promise<{ labelId: string }> {
  let labelId = '';
  await storedLabels(session).change((labels) => {
    labelId = nextId(labels);
    // Marked deleted until it exists, so that no other label that is created meanwhile gets the id.
    return { ...labels, [labelId]: { ...label, deleted: true } };
  });
  await writeLabel(session, { ...label, labelId });
  return { labelId };
}

const nextId = (labels: Record<string, Label>): string =>
  String(Math.max(0, ...Object.keys(labels).map(Number).filter(Number.isSafeInteger)) + 1);

async function writeLabel(session: WebSession, { labelId, name, color }: Label & { labelId: string }): Promise<void> {
  await changeAppState(session, { addLabel: { id: labelId, name, color, deleted: false } }, '');
  await saveLabel(session, labelId, { name, color });
}

async function deleteLabel(session: WebSession, { labelId }: { labelId: string }): Promise<void> {
  const { name = '', color = 0 } = (await storedLabels(session).read())[labelId] ?? {};
  await changeAppState(session, { addLabel: { id: labelId, name, color, deleted: true } }, '');
  await saveLabel(session, labelId, { name, color, deleted: true });
}

/** If not all are changed within `maxMs`, the labels that the chat then has are reported. */
async function setChatLabels(session: WebSession, { place, labelIds }: ChatLabels, maxMs: number): Promise<void> {
  const jid = await chatJid(session, place);
  const before = await chatLabels(session).read(jid);
  const added = labelIds.filter((id) => !before.includes(id));
  const removed = await withoutDeleted(
    session,
    before.filter((id) => !labelIds.includes(id)),
  );
  const changes = [
    ...added.map((labelId) => ({ labelId, isGiven: true })),
    ...removed.map((labelId) => ({ labelId, isGiven: false })),
  ];
  const endsAt = monotonic() + maxMs;
  let isInTime = false;
  try {
    for (const { labelId, isGiven } of changes) {
      if (monotonic() >= endsAt) throw timedOut();
      await changeAppState(session, isGiven ? { addChatLabel: { labelId } } : { removeChatLabel: { labelId } }, jid);
      await saveChatLabel(session, jid, labelId, isGiven);
    }
    isInTime = monotonic() < endsAt;
  } finally {
    // The server may have given up.
    if (!isInTime) await reportLabels(session, place, jid);
  }
}

async function reportLabels(session: WebSession, place: Place, jid: string): Promise<void> {
  session.report({ kind: 'chat', place, labels: await withoutDeleted(session, await chatLabels(session).read(jid)) });
}

function listenToLabels(session: WebSession): void {
  const { ev } = session.socket;
  ev.on('labels.edit', ({ id: labelId, name, color, deleted }) => {
    const label = { ...readLabel(name, color), ...(deleted ? { deleted: true as const } : {}) };
    session.report({ kind: 'label', labelId, ...label });
    void runUnawaited(session, 'label not kept', () => saveLabel(session, labelId, label));
  });
  ev.on('labels.association', ({ association, type }) => {
    if ('messageId' in association) return;
    const { chatId, labelId } = association;
    void runUnawaited(session, 'label of a chat not kept', async () => {
      await saveChatLabel(session, chatId, labelId, type === 'add');
      const place = placeOf(chatId);
      if (place) await reportLabels(session, place, chatId);
    });
  });
}

/** The phone omits fields with default values, such as color 0. */
const readLabel = (name: unknown, color: unknown): Label => ({
  name: typeof name === 'string' ? name : '',
  color: typeof color === 'number' && color >= 0 ? color : 0,
});

const storedLabels = (session: WebSession) => storedJson<Record<string, Label>>(session, 'labels', {});
const saveLabel = (session: WebSession, labelId: string, label: Label): Promise<void> =>
  storedLabels(session).change((labels) => ({ ...labels, [labelId]: label }));

/** A chat keeps a deleted label, since WhatsApp does not report its removal. */
async function withoutDeleted(session: WebSession, labelIds: readonly string[]): Promise<string[]> {
  const labels = await storedLabels(session).read();
  return labelIds.filter((id) => labels[id]?.deleted !== true);
}

/** By chat: WhatsApp reports each label by itself; this driver reports a chat with all of its labels. */
const chatLabels = (session: WebSession) => storedJson<string[]>(session, 'chat-labels', []);
const saveChatLabel = (session: WebSession, jid: string, labelId: string, isGiven: boolean): Promise<void> =>
  chatLabels(session).change(withOrWithout(labelId, isGiven), jid);
