import type { Module } from '../module';
import type { AiDeps } from './context';

export const aiModule = {
  tags: [
    {
      name: 'Models',
      of: ['models'],
      after: 'Me',
      description: 'AI models of the workspace, in the format of the OpenAI API.',
    },
  ],
} satisfies Module<AiDeps>;
