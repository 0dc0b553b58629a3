import type { z } from 'zod';

import { TranscriptionFields } from '../../../../shared/ai/transcriptions';
import { ApiError } from '../../../errors';
import { upstreamIdOf } from '../../models/upstream-id';
import type { JsonRecord } from '../form';
import { transcriptionsForm } from '../forms/transcriptions';
import type { GatewayRoute } from '../route';
import { formBody } from '../transcriptions/form-body';
import { receiveForm, type ReceivedForm } from '../transcriptions/receive';

const OTHER_MODELS = /^models(?:\[\])?$/;
const MAX_OTHER_MODELS = 10;

export const transcriptionsRoute: GatewayRoute<object> = {
  form: transcriptionsForm,
  ways: [{ form: transcriptionsForm }],
  passesText: true,
  async parse({ upload, config }) {
    if (!upload) throw new ApiError('unsupported_media_type');
    const received = await receiveForm(upload, config.uploadFolder);
    const { file } = received;
    try {
      const { model, stream } = fieldsOf(received);
      const others = received.fields.filter(([name]) => OTHER_MODELS.test(name)).map(([, value]) => value);
      const fields = received.fields.filter(([name]) => name !== 'model' && !OTHER_MODELS.test(name));
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
        release: () => file.content.close(),
      };
    } catch (error) {
      await file.content.close();
      throw error;
    }
  },
};

function fieldsOf({ fields }: ReceivedForm): z.output<typeof TranscriptionFields> {
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
