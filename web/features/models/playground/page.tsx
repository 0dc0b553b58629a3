import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTRPC, type Outputs } from '../../../trpc';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { ModelsFrame } from '../frame';
import { CodeCard } from './code-card';
import { Composer } from './composer';
import { Conversation } from './conversation';
import { ModelField, optionsIn, type PlaygroundSettings, SettingsCard } from './settings';
import { t } from './texts';
import { messagesOf, useChat } from './use-chat';

import './playground.css';

type Model = Outputs['models']['list']['data'][number];

const route = getRouteApi('/w/$ws/models/playground');
const ENDPOINT = '/api/v1/chat/completions';
const MODELS = 100;

export function PlaygroundPage() {
  const may = useCan()('ai:invoke');
  return (
    <ModelsFrame title={t('title')} lead={t('lead')}>
      {may ? <Models /> : <Forbidden need="ai:invoke" />}
    </ModelsFrame>
  );
}

function Models() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const { model } = route.useSearch();
  const query = useQuery(trpc.models.list.queryOptions({ limit: MODELS }));
  return (
    <Content query={query} loading={<Loading shape="cards" rows={2} />}>
      {({ data }) => {
        const models = data.filter((one) => one.supported_endpoints.includes(ENDPOINT));
        const names = [...new Set(models.flatMap(({ aliases }) => aliases)), ...models.map(({ id }) => id)];
        return names.length === 0 ? (
          <Empty
            title={t('noModel')}
            actions={
              <Link to="/w/$ws/models" params={{ ws }} className="copy-button">
                {t('openModels')}
              </Link>
            }
          >
            {t('noModelHelp')}
          </Empty>
        ) : (
          <Playground names={names} initial={model ?? firstOf(models)} />
        );
      }}
    </Content>
  );
}

const firstOf = (models: readonly Model[]): string =>
  models.some(({ aliases }) => aliases.includes('default')) ? 'default' : (models[0]?.id ?? '');

function Playground({ names, initial }: { names: readonly string[]; initial: string }) {
  const [settings, setSettings] = useState<PlaygroundSettings>({
    model: initial,
    system: '',
    maxTokens: '',
    temperature: '',
  });
  const [text, setText] = useState('');
  const chat = useChat();
  const options = optionsIn(settings);
  const isValid = options !== undefined;
  const send = () => {
    if (!isValid || chat.isRunning || text.trim() === '') return;
    setText('');
    void chat.send(options, settings.system, text);
  };
  const next = text.trim() === '' ? [] : [{ no: chat.turns.length, role: 'user' as const, content: text }];
  const messages = messagesOf(settings.system, [...chat.turns, ...next]);

  return (
    <div className="playground">
      <div className="playground-talk">
        <Conversation
          turns={chat.turns}
          isRunning={chat.isRunning}
          onClear={chat.clear}
          above={
            <ModelField
              names={names}
              model={settings.model}
              onChange={(model) => setSettings((old) => ({ ...old, model }))}
            />
          }
        >
          <Composer
            text={text}
            isRunning={chat.isRunning}
            isReady={isValid}
            onChange={setText}
            onSend={send}
            onStop={chat.stop}
          />
        </Conversation>
      </div>
      <SettingsCard settings={settings} onChange={setSettings} />
      <div className="playground-code">
        <CodeCard
          request={{
            ...(options ?? { model: settings.model }),
            messages: messages.length > 0 ? messages : [{ role: 'user', content: t('hello') }],
          }}
        />
      </div>
    </div>
  );
}
