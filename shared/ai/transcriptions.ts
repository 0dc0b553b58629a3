import { z } from 'zod';

import { text } from '../text';
import { gatewayRequest, usageCost } from './chat';

export const TRANSCRIPTION_LIMITS = { fileBytes: 25 * 1024 * 1024, fieldBytes: 64 * 1024, fields: 100 } as const;

const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const;

/** The fields of the form beside `file`. Loose, since providers have fields of their own. */
export const TranscriptionFields = z
  .looseObject({
    model: gatewayRequest.model,
    language: text(64)
      .optional()
      .describe('Language of the recording, as an ISO 639-1 code. The default is to detect it.')
      .meta({ example: 'en' }),
    prompt: z
      .string()
      .optional()
      .describe('Text that guides the model, such as names that occur.')
      .meta({ maxLength: 8192, example: 'Switchboard' }),
    response_format: z
      .enum(TRANSCRIPT_FORMATS)
      .default('json')
      .describe('Format of the answer. `text`, `srt` and `vtt` are answered as plain text.')
      .meta({ example: 'json' }),
    temperature: z.coerce.number().min(0).max(1).optional().describe('Sampling temperature.').meta({ example: 0 }),
    stream: z
      .enum(['true', 'false'])
      .optional()
      .describe('Whether to send the transcript as Server-Sent Events.')
      .meta({ example: 'false' }),
  })
  .meta({ example: { model: 'switchboard/echo' } });

/** As the provider sends it; only the usage is completed. */
export const Transcription = z
  .looseObject({
    text: z.string().describe('The transcript.'),
    usage: z.looseObject(usageCost).describe('Tokens or seconds as the provider reports them, and the cost.'),
  })
  .meta({
    id: 'Transcription',
    example: {
      text: 'hello.ogg, 18432 bytes',
      usage: { type: 'tokens', input_tokens: 12, output_tokens: 6, total_tokens: 18, cost: '0', cost_status: 'exact' },
    },
  });
