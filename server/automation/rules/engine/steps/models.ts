import type { ActionOf, RuleAction } from '../../../../../shared/automation/rule-action';
import { MINUTE_MS } from '../../../../../shared/durations';
import { complete, type Completion, type CompletionRequest, transcribe } from '../../../../ai';
import type { ScopedDb } from '../../../../db/scoped';
import { ApiError } from '../../../../errors';
import type { NewEvent } from '../../../../events/emit';
import { isJsonObject } from '../../../../json-object';
import { printStorable, storable } from '../../../../storable';
import { fileNameOf, type MediaRow, storedFile, waMedia } from '../../../../whatsapp';
import type { JsonValue } from '../../../templates/types';
import { historyOf, receivedMessage } from '../chat';
import { StepError } from '../failure';
import { sampleOfSchema } from './answer-schema';
import type { StepContext } from './step';

/** Takes longer than other steps and costs money. */
type ModelAction = ActionOf<'ai_complete'> | ActionOf<'ai_transcribe'>;

export const callsModel = (action: RuleAction): action is ModelAction =>
  action.type === 'ai_complete' || action.type === 'ai_transcribe';

/** Longer answers are refused. */
const OUTPUT_BYTES = 65_536;
const CALL_MINUTES = 5;
export const CALL_MS = CALL_MINUTES * MINUTE_MS;

type Output = Record<string, JsonValue>;

/** Called in the transaction that charges the answer. */
type RecordOutput = (tx: ScopedDb, output: Output) => Promise<NewEvent[]>;

export interface PreparedCall {
  preview: unknown;
  /** Resolves once the answer is charged and recorded. Throws `ApiError` or `StepError`. */
  send(record: RecordOutput): Promise<void>;
}

/** Model, limits and schema are no templates, so that no event can change them. */
export function modelTree(action: ModelAction): JsonValue {
  if (action.type === 'ai_transcribe') return action.prompt === undefined ? {} : { prompt: action.prompt };
  const { system, prompt } = action;
  return { ...(system === undefined ? {} : { system }), prompt };
}

export const prepareCall = (ctx: StepContext, action: ModelAction, input: JsonValue): Promise<PreparedCall> =>
  action.type === 'ai_complete' ? prepareCompletion(ctx, action, input) : prepareTranscription(ctx, action, input);

async function prepareCompletion(
  { automation, config, run, keyId }: StepContext,
  action: ActionOf<'ai_complete'>,
  input: JsonValue,
): Promise<PreparedCall> {
  const { model, max_output_tokens, schema, history = 0 } = action;
  const { system, prompt } = textsIn(input);
  if (prompt.trim() === '') throw new StepError('empty_prompt', 'The prompt is empty.', '/prompt');
  const received = receivedMessage(run.context);
  const earlier = received
    ? await historyOf(automation.db, received, { chat: config.chat ?? null, limit: history })
    : [];
  const messages: CompletionRequest['messages'] = [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...earlier,
    { role: 'user', content: prompt },
  ];
  return {
    preview: { model, messages, max_output_tokens },
    send: (record) =>
      answered(model, async (signal) => {
        await complete(
          { ...automation, signal: () => signal },
          { model, messages, max_output_tokens, ...(isJsonObject(schema) ? { schema } : {}) },
          { keyId, record: (tx, completion) => record(tx, completionOutput(completion)) },
        );
      }),
  };
}

/** For a file that the provider still sends. */
const FILE_MS = MINUTE_MS;

async function prepareTranscription(
  { automation, run, keyId }: StepContext,
  { model, language }: ActionOf<'ai_transcribe'>,
  input: JsonValue,
): Promise<PreparedCall> {
  const { media } = receivedMessage(run.context) ?? {};
  if (!media || !/^(?:audio|video)\b/.test(media.mime_type)) {
    throw new StepError('nothing_to_transcribe', 'The message has no recording.');
  }
  const { prompt } = textsIn(input);
  return {
    preview: { model, media_id: media.id },
    send: (record) =>
      answered(model, async (signal) => {
        const row = await automation.db.get(waMedia, media.id);
        const settled = row && (await automation.whatsapp.media.whenSettled(row, FILE_MS, signal));
        const content = settled && (await storedFile(automation.config, settled));
        if (!settled || !content) throw fileMissing(settled);
        await transcribe(
          { ...automation, signal: () => signal },
          {
            model,
            file: { name: fileNameOf(settled), type: settled.mimeType, content },
            ...(language === undefined ? {} : { language }),
            ...(prompt.trim() === '' ? {} : { prompt }),
          },
          { keyId, record: (tx, { text, ...made }) => record(tx, outputOf({ text: storable(text) }, made)) },
        );
      }),
  };
}

/** A pending file is retried. */
const fileMissing = (row: MediaRow | undefined): Error =>
  row?.status === 'pending'
    ? new ApiError('unavailable', 'The recording is not there yet.')
    : new StepError('file_missing', row?.error?.message ?? 'The recording is not there any more.');

function textsIn(input: JsonValue): { system: string; prompt: string } {
  const { system, prompt } = isJsonObject(input) ? input : {};
  return { system: textOf(system), prompt: textOf(prompt) };
}

/** A template of a single value keeps its type. */
const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const completionOutput = ({ text, value, ...made }: Completion): Output =>
  outputOf(
    { text: storable(text), ...(value === undefined ? {} : { json: JSON.parse(printStorable(value)) as JsonValue }) },
    made,
  );

function outputOf(answer: Output, { modelId, requestId }: Pick<Completion, 'modelId' | 'requestId'>): Output {
  const output = { ...answer, model: modelId, request_id: requestId };
  if (Buffer.byteLength(JSON.stringify(output)) <= OUTPUT_BYTES) return output;
  throw new StepError('answer_too_large', `The answer of the model is larger than ${OUTPUT_BYTES} bytes.`);
}

async function answered(model: string, call: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(CALL_MS);
  try {
    await call(signal);
  } catch (error) {
    // Another attempt would be charged again.
    if (signal.aborted) throw new StepError('upstream_timeout', `No answer within ${CALL_MINUTES} minutes.`);
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw new StepError('model_not_found', `The workspace has no model \`${model}\`.`, '/model');
  }
}

/** Replaces the answer for later steps of a test. */
export function sampleAnswer(action: ModelAction): Output {
  const { model } = action;
  if (action.type === 'ai_transcribe') return { text: 'The text of the recording', model };
  const json = action.schema === undefined ? {} : { json: sampleOfSchema(action.schema) };
  return { text: 'The answer of the model', ...json, model };
}
