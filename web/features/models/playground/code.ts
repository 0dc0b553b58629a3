import { KEY_VARIABLE, sample } from '../../../../shared/samples';
import type { ChatRequest } from './stream';

export const CODE_LANGUAGES = { curl: 'cURL', typescript: 'openai (TypeScript)', python: 'openai (Python)' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** The request as a command, or as a program of the OpenAI client. */
export function codeOf(language: CodeLanguage, origin: string, request: ChatRequest): string {
  const baseUrl = `${origin}/api/v1`;
  switch (language) {
    case 'curl':
      return sample('curl', origin, {
        method: 'POST',
        path: '/chat/completions',
        body: { ...request, stream: true },
        stream: true,
      });
    case 'typescript':
      return `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${baseUrl}',
  apiKey: process.env.${KEY_VARIABLE},
});

const stream = await client.chat.completions.create(${JSON.stringify({ ...request, stream: true }, null, 2)});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}
`;
    case 'python':
      return `import os

from openai import OpenAI

client = OpenAI(
    base_url=${JSON.stringify(baseUrl)},
    api_key=os.environ["${KEY_VARIABLE}"],
)

stream = client.chat.completions.create(
${Object.entries(request)
  .map(([name, value]) => `    ${name}=${indented(JSON.stringify(value, null, 4), '    ')},`)
  .join('\n')}
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")
`;
    default:
      return language satisfies never;
  }
}

const indented = (text: string, pad: string): string => text.replaceAll('\n', `\n${pad}`);
