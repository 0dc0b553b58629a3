import { TextInput } from '@mantine/core';
import { useId } from 'react';

import { TextArea } from '../../../ui/form/text-area';
import { Card } from '../../../ui/page';
import type { ChatRequest } from './stream';
import { t } from './texts';

export interface PlaygroundSettings {
  model: string;
  system: string;
  maxTokens: string;
  temperature: string;
}

const tokensError = (text: string): string | undefined =>
  text.trim() === '' || /^[1-9]\d{0,6}$/.test(text.trim()) ? undefined : t('maxTokensWrong');
const temperatureError = (text: string): string | undefined =>
  text.trim() === '' || (/^\d(?:\.\d+)?$/.test(text.trim()) && Number(text) <= 2) ? undefined : t('temperatureWrong');

/** Undefined while a setting is invalid. */
export function optionsIn(settings: PlaygroundSettings): Omit<ChatRequest, 'messages'> | undefined {
  const { model, maxTokens, temperature } = settings;
  if (model.trim() === '' || tokensError(maxTokens) || temperatureError(temperature)) return undefined;
  return {
    model: model.trim(),
    ...(maxTokens.trim() === '' ? {} : { max_tokens: Number(maxTokens) }),
    ...(temperature.trim() === '' ? {} : { temperature: Number(temperature) }),
  };
}

interface ModelFieldProps {
  /** Ids and aliases to choose from; others can be typed. */
  names: readonly string[];
  model: string;
  onChange: (model: string) => void;
}

export function ModelField({ names, model, onChange }: ModelFieldProps) {
  const list = useId();
  return (
    <>
      <TextInput
        label={t('model')}
        description={t('modelHelp')}
        list={list}
        value={model}
        error={model.trim() === '' && t('modelMissing')}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={256}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface SettingsCardProps {
  settings: PlaygroundSettings;
  onChange: (settings: PlaygroundSettings) => void;
}

export function SettingsCard({ settings, onChange }: SettingsCardProps) {
  const set = (change: Partial<PlaygroundSettings>) => onChange({ ...settings, ...change });
  return (
    <Card title={t('settings')}>
      <div className="playground-settings">
        <TextArea
          label={t('system')}
          description={t('systemHelp')}
          minRows={3}
          maxRows={12}
          value={settings.system}
          onChange={(event) => set({ system: event.currentTarget.value })}
        />
        <TextInput
          label={t('maxTokens')}
          description={t('maxTokensHelp')}
          inputMode="numeric"
          value={settings.maxTokens}
          error={tokensError(settings.maxTokens)}
          onChange={(event) => set({ maxTokens: event.currentTarget.value })}
        />
        <TextInput
          label={t('temperature')}
          description={t('temperatureHelp')}
          inputMode="decimal"
          value={settings.temperature}
          error={temperatureError(settings.temperature)}
          onChange={(event) => set({ temperature: event.currentTarget.value })}
        />
      </div>
    </Card>
  );
}
