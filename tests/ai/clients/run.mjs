import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { embed, generateText, streamText } from 'ai';
import OpenAI, { toFile } from 'openai';

// The official clients, as their users call them, against the server in `BASE_URL`; prints what each of them understood.
const { BASE_URL = '', API_KEY = '', MODEL = 'switchboard/echo' } = process.env;
const baseURL = `${BASE_URL}/api/v1`;
const messages = [{ role: 'user', content: 'Hello there' }];
const openai = new OpenAI({ baseURL, apiKey: API_KEY, maxRetries: 0 });
const anthropic = new Anthropic({ baseURL: `${BASE_URL}/api`, apiKey: API_KEY, maxRetries: 0 });
const compatible = createOpenAICompatible({ name: 'switchboard', baseURL, apiKey: API_KEY, includeUsage: true });
const langchain = new ChatOpenAI({ model: MODEL, apiKey: API_KEY, maxRetries: 0, configuration: { baseURL } });

async function joined(pieces, textOf) {
  let text = '';
  for await (const piece of pieces) text += textOf(piece) ?? '';
  return text;
}

const calls = {
  'openai chat': async () =>
    (await openai.chat.completions.create({ model: MODEL, messages })).choices[0].message.content,
  'openai chat stream': async () =>
    joined(
      await openai.chat.completions.create({ model: MODEL, messages, stream: true }),
      ({ choices }) => choices[0]?.delta.content,
    ),
  'openai responses': async () => (await openai.responses.create({ model: MODEL, input: 'Hello there' })).output_text,
  'openai responses stream': async () =>
    joined(await openai.responses.create({ model: MODEL, input: 'Hello there', stream: true }), (event) =>
      event.type === 'response.output_text.delta' ? event.delta : '',
    ),
  'openai embeddings': async () =>
    (await openai.embeddings.create({ model: MODEL, input: 'Hello' })).data[0].embedding.length,
  'openai transcription': async () => {
    const file = await toFile(new Uint8Array(10), 'hello.ogg');
    return (await openai.audio.transcriptions.create({ model: MODEL, file })).text;
  },
  'anthropic messages': async () =>
    (await anthropic.messages.create({ model: MODEL, messages, max_tokens: 100 })).content[0].text,
  'anthropic messages stream': async () =>
    anthropic.messages.stream({ model: MODEL, messages, max_tokens: 100 }).finalText(),
  'anthropic count': async () => (await anthropic.messages.countTokens({ model: MODEL, messages })).input_tokens > 0,
  'ai-sdk generate': async () => (await generateText({ model: compatible(MODEL), messages })).text,
  'ai-sdk stream': async () => joined(streamText({ model: compatible(MODEL), messages }).textStream, (text) => text),
  'ai-sdk embed': async () =>
    (await embed({ model: compatible.embeddingModel(MODEL), value: 'Hello' })).embedding.length,
  'langchain invoke': async () => (await langchain.invoke('Hello there')).content,
  'langchain stream': async () => joined(await langchain.stream('Hello there'), ({ content }) => content),
  'langchain embeddings': async () => {
    const embeddings = new OpenAIEmbeddings({ model: MODEL, apiKey: API_KEY, configuration: { baseURL } });
    return (await embeddings.embedQuery('Hello')).length;
  },
};

const results = {};
for (const [name, call] of Object.entries(calls)) {
  results[name] = await call().catch((error) => `failed: ${error.message}`);
}
process.stdout.write(`${JSON.stringify(results)}\n`);
