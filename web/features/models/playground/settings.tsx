import { Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';

import { Card } from '../../../ui/page';
import type { ChatRequest } from './stream';

export interface PlaygroundSettings {
  model: string;
  system: string;
  maxTokens: string;
  temperature: string;
}

const tokensError = (text: string): string | undefined =>
  text.trim() === '' || /^[1-9]\d{0,6}$/.test(text.trim()) ? undefined : 'Enter a whole number, or nothing.';
const temperatureError = (text: string): string | undefined =>
  text.trim() === '' || (/^\d(?:\.\d+)?$/.test(text.trim()) && Number(text) <= 2)
    ? undefined
    : 'Enter a number from 0 to 2, or nothing.';

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
        label="Model"
        description="An id or an alias."
        list={list}
        value={model}
        error={model.trim() === '' && 'Choose a model.'}
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
    <Card title="Settings">
      <div className="playground-settings">
        <Textarea
          label="System message"
          description="Tells the model how to behave."
          autosize
          minRows={3}
          maxRows={12}
          value={settings.system}
          onChange={(event) => set({ system: event.currentTarget.value })}
        />
        <TextInput
          label="Maximum output (tokens)"
          description="Empty for the limit of the model."
          inputMode="numeric"
          value={settings.maxTokens}
          error={tokensError(settings.maxTokens)}
          onChange={(event) => set({ maxTokens: event.currentTarget.value })}
        />
        <TextInput
          label="Temperature"
          description="0 to 2; empty for the default of the model."
          inputMode="decimal"
          value={settings.temperature}
          error={temperatureError(settings.temperature)}
          onChange={(event) => set({ temperature: event.currentTarget.value })}
        />
      </div>
    </Card>
  );
}
