import { type JsonObject, asObjects } from '../../../json-object';
import type { DriverInstance, SendJob, SendResult } from '../driver';
import { notSent } from '../not-sent';
import { effectsOf, usageEventsOf } from './account-effects';
import { accessOf, failureOf } from './ask';
import { errorOf } from './errors';
import type { Graph, GraphResult } from './graph';
import { textOf } from './json';
import { uploadMedia } from './media';
import { NOBODY, personOf } from './notified';
import { payloadOf } from './payload';

/** Refusals that an expired upload may cause. */
const STALE_MEDIA = new Set(['media_upload_failed', 'media_download_failed', 'invalid_parameter']);

/** `template` are Meta’s components, if known. Does not reject for refusals. */
export async function sendMessage(
  graph: Graph,
  instance: DriverInstance,
  job: SendJob,
  template?: JsonObject[],
): Promise<SendResult> {
  const known = job.media?.providerMediaId ?? null;
  const sent = await sendOnce(graph, instance, job, template);
  const isStale = known !== null && sent.error !== undefined && STALE_MEDIA.has(sent.error.code);
  if (!isStale || sent.outcome !== 'refused' || job.media === null) return sent;
  return sendOnce(graph, instance, { ...job, media: { ...job.media, providerMediaId: null } }, template);
}

async function sendOnce(
  graph: Graph,
  instance: DriverInstance,
  job: SendJob,
  template?: JsonObject[],
): Promise<SendResult> {
  const upload = await mediaIdOf(graph, instance, job);
  if ('outcome' in upload) return upload;

  const { mediaId, uploadedAs } = upload;
  const payload = payloadOf({ job, mediaId, filename: job.media?.filename ?? null, template });
  if (!payload.ok) return { outcome: 'refused', providerMessageId: null, error: errorOf(payload.code), uploadedAs };

  const result = await graph.call(accessOf(instance), {
    method: 'POST',
    path: [accessOf(instance).phoneNumberId, 'messages'],
    body: payload.body,
  });
  return { ...outcomeOf(result, instance), uploadedAs };
}

type Upload = { mediaId: string | null; uploadedAs: SendResult['uploadedAs'] };

async function mediaIdOf(graph: Graph, instance: DriverInstance, { media }: SendJob): Promise<Upload | SendResult> {
  if (media === null) return { mediaId: null, uploadedAs: undefined };
  if (media.providerMediaId !== null) return { mediaId: media.providerMediaId, uploadedAs: undefined };

  const result = await uploadMedia(graph, instance, media);
  const mediaId = result.outcome === 'ok' ? textOf(result.body['id']) : undefined;
  if (mediaId !== undefined) {
    const { sha256, mimeType } = media;
    return { mediaId, uploadedAs: { sha256, mimeType, providerMediaId: mediaId } };
  }
  // The message was not sent yet, whatever happened to the upload.
  if (result.outcome !== 'refused') return notSent();
  const outcome = outcomeOf(result, instance);
  const isOfFile = outcome.error?.code === 'invalid_parameter' || outcome.error?.code === 'provider_rejected';
  return isOfFile && outcome.error
    ? { ...outcome, error: { ...errorOf('media_upload_failed'), provider: outcome.error.provider } }
    : outcome;
}

function outcomeOf(result: GraphResult, instance: DriverInstance): SendResult {
  if (result.outcome === 'unknown') return { outcome: 'unknown', providerMessageId: null };
  if (result.outcome !== 'ok') {
    const error = failureOf(result);
    const effects = effectsOf(error, instance.generation);
    const outcome = error.retryable ? 'not_sent' : 'refused';
    return { outcome, providerMessageId: null, error, ...(effects.length === 0 ? {} : { effects }) };
  }
  const [message] = asObjects(result.body['messages']);
  const providerMessageId = textOf(message?.['id']);
  if (providerMessageId === undefined) return { outcome: 'unknown', providerMessageId: null };
  const effects = usageEventsOf(result.headers);
  return {
    outcome: 'accepted',
    providerMessageId,
    recipient: recipientOf(result.body),
    ...(effects.length === 0 ? {} : { effects }),
  };
}

function recipientOf(body: JsonObject): SendResult['recipient'] {
  const [contact] = asObjects(body['contacts']);
  return contact ? personOf(contact['wa_id'], contact['user_id'], NOBODY) : undefined;
}
