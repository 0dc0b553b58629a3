import { and, eq } from 'drizzle-orm';

import { DEFAULT_DELAYS, type SandboxDelays } from '../../../../shared/whatsapp/drivers/sandbox';
import type { SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { waTemplates } from '../../schema/instances';
import { sendError } from '../../send-error';
import type { DriverInstance, SendJob, SendResult } from '../driver';
import type { DriverMessageEvent, DriverEvent, DriverStatusEvent } from '../driver-events';
import { notSent } from '../not-sent';
import { HIDDEN, type Magic, magicAt, sandboxPerson } from './magic';
import { FAILS_ONCE } from './media';
import type { Network } from './network';
import { eventStep, type TimedStep } from './steps';

/** Delay of a simulated answer after reading. */
const ANSWER_MS = 200;
const RECONNECT_MS = 1000;
const RATE_LIMIT_MS = 1000;
const MAX_READERS = 5;

const refused = (code: SendErrorCode, effects: DriverEvent[] = []): SendResult => ({
  outcome: 'refused',
  providerMessageId: null,
  error: sendError(code),
  effects,
});

/** A repeated attempt has the same provider id. */
const networkId = ({ messageId, attempt }: Pick<SendJob, 'messageId' | 'attempt'>): string =>
  `sbx.${messageId}.${attempt}`;

export async function send(network: Network, instance: DriverInstance, job: SendJob): Promise<SendResult> {
  const { retries } = job;
  const magic = magicAt(job.to);

  const later = (steps: readonly TimedStep[]): Pick<SendResult, 'alongside'> => ({
    alongside: (tx) => network.scheduleIn(tx, instance, steps),
  });
  const broken = brokenBy(instance, job);
  if (broken !== undefined) return { ...broken.outcome, ...later(broken.steps) };
  if (magic === 'notOnWhatsApp') return refused('not_on_whatsapp');
  if (magic === 'optedOut') return refused('recipient_opted_out');
  if (magic === 'unconfirmed') return { outcome: 'unknown', providerMessageId: null };
  if (magic === 'rateLimitedOnce' && retries === 0) {
    return notSent(sendError('provider_rate_limited', { retry_after_ms: RATE_LIMIT_MS }));
  }
  if (job.content.type === 'template' && !(await hasTemplate(network, instance, job.content))) {
    return refused('template_not_found');
  }

  const readers = job.to.type === 'group' ? await readersOf(network, instance, job.to.providerGroupId) : [undefined];
  const steps = [...receipts(network, instance, job, magic, readers), ...answers(instance, job, magic)];
  const recipient = magic === 'hidden' ? { recipient: HIDDEN } : {};
  return { outcome: 'accepted', providerMessageId: networkId(job), ...recipient, ...later(steps) };
}

const MAX_DROPS = 2;

/** Undefined for a working network. */
function brokenBy(
  { sandbox, generation }: DriverInstance,
  { messageId, retries }: SendJob,
): { outcome: SendResult; steps: TimedStep[] } | undefined {
  const connection = { kind: 'connection', generation } as const;
  switch (sandbox?.scenario) {
    case 'unreliable': {
      // Deterministic per message.
      const isDropped = retries < MAX_DROPS && Bun.hash.xxHash32(`${messageId}.${retries}`) % 10 < 3;
      if (!isDropped) return undefined;
      const effects: DriverEvent[] = [{ ...connection, status: 'reconnecting', reason: 'network' }];
      const steps = [eventStep(RECONNECT_MS, { ...connection, status: 'connected', reason: null })];
      return { outcome: { ...notSent(), effects }, steps };
    }
    case 'logged_out': {
      const effects: DriverEvent[] = [{ ...connection, status: 'logged_out', reason: 'device_removed' }];
      return { outcome: { ...notSent(), effects }, steps: [] };
    }
    case 'banned': {
      const effects: DriverEvent[] = [{ ...connection, status: 'failed', reason: 'banned' }];
      return { outcome: refused('account_restricted', effects), steps: [] };
    }
    default:
      return undefined;
  }
}

async function hasTemplate(network: Network, instance: DriverInstance, wanted: { name: string; language: string }) {
  const { name, language } = wanted;
  if (name === 'hello_world' && language === 'en_US') return true;
  const [row] = await network.db(instance).select(waTemplates, {
    where: and(
      eq(waTemplates.instanceId, instance.id),
      eq(waTemplates.name, name),
      eq(waTemplates.language, language),
      eq(waTemplates.status, 'approved'),
    ),
    limit: 1,
  });
  return row !== undefined;
}

async function readersOf(network: Network, { id, phone }: DriverInstance, providerGroupId: string) {
  const { groups } = await network.read(id);
  const own = phone?.replaceAll(/[^0-9]/g, '');
  const everyone = groups[providerGroupId]?.participants.map(({ person }) => person) ?? [];
  const people = everyone.filter((person) => person.phone === undefined || person.phone !== own);
  return people.length === 0 ? [undefined] : people.slice(0, MAX_READERS);
}

function receipts(
  network: Network,
  { sandbox }: DriverInstance,
  job: SendJob,
  magic: Magic,
  readers: readonly DriverStatusEvent['participant'][],
): TimedStep[] {
  const delays: SandboxDelays = sandbox?.delays_ms ?? DEFAULT_DELAYS;
  const base = { kind: 'status', messageId: job.messageId, providerMessageId: networkId(job) } as const;
  const isTemplate = job.content.type === 'template';
  if (magic === 'windowClosed' && !isTemplate) {
    return [eventStep(delays.sent, { ...base, status: 'failed', error: sendError('reengagement_window_closed') })];
  }

  const sent = eventStep(delays.sent, { ...base, status: 'sent' });
  const byReader = readers.flatMap((participant) => {
    const who = participant === undefined ? {} : { participant };
    const delivered = eventStep(delays.delivered, { ...base, ...who, status: 'delivered' });
    const read = eventStep(delays.read, { ...base, ...who, status: 'read' });
    return magic === 'neverRead' || job.content.type === 'reaction' ? [delivered] : [delivered, read];
  });
  const steps = [sent, ...byReader];
  if (magic !== 'outOfOrder') return steps;

  const start = network.now().getTime();
  const times = steps.map(({ afterMs }) => afterMs);
  return steps.toReversed().map(({ afterMs, step }, index) => ({
    afterMs: times[index] ?? afterMs,
    step: step.type === 'event' ? { ...step, at: new Date(start + afterMs).toISOString() } : step,
  }));
}

function answers({ sandbox }: DriverInstance, job: SendJob, magic: Magic): TimedStep[] {
  if (job.to.type === 'group' || job.content.type === 'reaction') return [];
  const person = sandboxPerson(job.to.person);
  const afterMs = (sandbox?.delays_ms ?? DEFAULT_DELAYS).read + ANSWER_MS;
  const message = (driverEvent: Partial<DriverMessageEvent>): TimedStep =>
    eventStep(afterMs, {
      kind: 'message',
      place: { type: 'direct', person },
      sender: person,
      isEcho: false,
      providerMessageId: `${networkId(job)}.in`,
      content: { type: 'text', text: `Received: ${job.content.type}` },
      ...driverEvent,
    });
  const { content } = job;
  switch (magic) {
    case 'echo':
      return [message(content.type === 'text' ? { content: { type: 'text', text: content.text } } : {})];
    case 'hidden':
      return [message({})];
    case 'twice':
      return [message({}), message({})];
    case 'mediaFailsOnce': {
      const media = { providerMediaId: `${FAILS_ONCE}${job.messageId}.${job.attempt}`, mimeType: 'image/png' };
      return [message({ content: { type: 'image' }, media })];
    }
    case 'reacts': {
      const target = { providerMessageId: networkId(job), by: person, isOurs: false, place: job.to };
      return [eventStep(afterMs, { kind: 'reaction', ...target, emoji: '👍' })];
    }
    default:
      return [];
  }
}
