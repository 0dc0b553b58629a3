import type { z } from 'zod';

import { TranscriptionFields } from '../../../../shared/ai/transcriptions';
import { ApiError } from '../../../errors';
import type { JsonObject } from '../../../json-object';
import type { ScratchFile } from '../../../uploads/scratch-file';
import type { AiContext } from '../../context';
import { upstreamIdOf } from '../../models/upstream-id';
import { AttemptFailure } from '../failure';
import { transcriptionsForm } from '../forms/transcriptions';
import type { GatewayRoute, ModelCall } from '../route';
import { formBody, type TranscriptionForm } from '../transcriptions/form-body';
import { receiveForm } from '../transcriptions/receive';

const OTHER_MODELS = /^models(?:\[\])?$/;
const MAX_OTHER_MODELS = 10;
/** Of 25 MiB each. */
export const MAX_RECORDINGS = 64;

export const transcriptionsRoute: GatewayRoute<object> = {
  form: transcriptionsForm,
  ways: [{ form: transcriptionsForm }],
  passesText: true,
  async parse(ctx) {
    const { upload, config } = ctx;
    if (!upload) throw new ApiError('unsupported_media_type');
    const leave = await placeFor(ctx);
    let content: ScratchFile | undefined;
    const release = async (): Promise<void> => {
      leave();
      await content?.close();
    };
    try {
      const received = await receiveForm(upload, config.uploadFolder);
      ({ content } = received.file);
      return { ...callOfForm(received), release };
    } catch (error) {
      await release();
      throw error;
    }
  },
};

/** Recordings that come slowly, or whose calls last long, would fill the disk. Throws 503. */
async function placeFor({
  gateway,
  signal,
  workspaceId,
}: Pick<AiContext, 'gateway' | 'signal' | 'workspaceId'>): Promise<() => void> {
  try {
    return await gateway.recordings.enter('', {
      workspaceId,
      max: MAX_RECORDINGS,
      isSlow: true,
      waitMs: gateway.timings.slotMs,
      signal: signal?.() ?? new AbortController().signal,
    });
  } catch (error) {
    if (!(error instanceof AttemptFailure)) throw error;
    const detail = 'The server receives as many recordings as it can at once.';
    throw new ApiError('overloaded', { detail, headers: { 'Retry-After': '5' } });
  }
}

/** Throws 400 for invalid fields. */
export function callOfForm(form: TranscriptionForm): ModelCall {
  const { file } = form;
  const { model, stream } = fieldsOf(form);
  const others = form.fields.filter(([name]) => OTHER_MODELS.test(name)).map(([, value]) => value);
  const fields = form.fields.filter(([name]) => name !== 'model' && !OTHER_MODELS.test(name));
  const json: JsonObject = { ...Object.fromEntries(fields), file: { name: file.name, size: file.content.size } };
  const isStream = stream === 'true';
  return {
    models: [model, ...others.slice(0, MAX_OTHER_MODELS)],
    isStream,
    wantsUsage: true,
    estimate: transcriptionsForm.estimate(json),
    json,
    encode(way, used) {
      const id = upstreamIdOf(used);
      const prepared = way.form.prepare(json, { model: id, isStream, pseudonym: (user) => user });
      return { json: prepared, ...formBody({ fields: [['model', id], ...fields], file }) };
    },
  };
}

function fieldsOf({ fields }: TranscriptionForm): z.output<typeof TranscriptionFields> {
  const parsed = TranscriptionFields.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, code, message }) => ({
    in: 'body' as const,
    pointer: `/${path.join('/')}`,
    code,
    message,
  }));
  const [first] = issues;
  throw new ApiError('validation_failed', {
    detail: `\`${first?.pointer.slice(1) ?? ''}\`: ${first?.message ?? ''}`,
    errors: issues,
  });
}
