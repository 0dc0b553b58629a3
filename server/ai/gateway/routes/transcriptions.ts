import type { z } from 'zod';

import { TranscriptionFields } from '../../../../shared/ai/transcriptions';
import { ApiError } from '../../../errors';
import { upstreamIdOf } from '../../models/upstream-id';
import type { JsonRecord } from '../form';
import { transcriptionsForm } from '../forms/transcriptions';
import type { GatewayRoute, ModelCall } from '../route';
import { formBody, type TranscriptionForm } from '../transcriptions/form-body';
import { receiveForm } from '../transcriptions/receive';

const OTHER_MODELS = /^models(?:\[\])?$/;
const MAX_OTHER_MODELS = 10;

export const transcriptionsRoute: GatewayRoute<object> = {
  form: transcriptionsForm,
  ways: [{ form: transcriptionsForm }],
  passesText: true,
  async parse({ upload, config }) {
    if (!upload) throw new ApiError('unsupported_media_type');
    const received = await receiveForm(upload, config.uploadFolder);
    try {
      return { ...callOfForm(received), release: () => received.file.content.close() };
    } catch (error) {
      await received.file.content.close();
      throw error;
    }
  },
};

/** Throws 400 for invalid fields. */
export function callOfForm(form: TranscriptionForm): ModelCall {
  const { file } = form;
  const { model, stream } = fieldsOf(form);
  const others = form.fields.filter(([name]) => OTHER_MODELS.test(name)).map(([, value]) => value);
  const fields = form.fields.filter(([name]) => name !== 'model' && !OTHER_MODELS.test(name));
  const json: JsonRecord = { ...Object.fromEntries(fields), file: { name: file.name, size: file.content.size } };
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
