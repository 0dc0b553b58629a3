import type { JsonObject } from '../../json-object';
import { countTokens, eventStream } from './echo-text';

/** The name and the size of the file, as if they had been said in its first second. */
export function echoTranscription(request: JsonObject): Response {
  const { name, size } = request['file'] as { name: string; size: number };
  const text = `${name}, ${size} bytes`;
  const tokens = { input: countTokens(name), output: countTokens(text) };
  const usage = {
    type: 'tokens',
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
  };
  if (request['stream'] === 'true') {
    const pieces = text.match(/\S+\s*/g) ?? [];
    return eventStream([
      ...pieces.map((delta) => JSON.stringify({ type: 'transcript.text.delta', delta })),
      JSON.stringify({ type: 'transcript.text.done', text, usage }),
    ]);
  }
  switch (request['response_format']) {
    case 'text':
      return plain(`${text}\n`, 'text/plain');
    case 'srt':
      return plain(`1\n00:00:00,000 --> 00:00:01,000\n${text}\n\n`, 'text/plain');
    case 'vtt':
      return plain(`WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${text}\n\n`, 'text/vtt');
    case 'verbose_json':
      return Response.json({
        task: 'transcribe',
        language: 'english',
        duration: 1,
        text,
        segments: [{ id: 0, start: 0, end: 1, text }],
        usage,
      });
    default:
      return Response.json({ text, usage });
  }
}

const plain = (text: string, type: string): Response => new Response(text, { headers: { 'content-type': type } });
