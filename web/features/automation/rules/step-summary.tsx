import type { ReactNode } from 'react';

import type { ActionOf } from '../../../../shared/automation/rule-action';
import { TYPES } from '../../whatsapp/messages/labels';
import { useWebhookChoices } from './form/webhook-choices';
import type { RuleAction } from './labels';
import { TemplateText } from './template-text';
import { t } from './texts';

/** What a step does, with the text that it sends: `Reply: Thanks, we got your message.` */
export function StepSummary({ of }: { of: RuleAction }): ReactNode {
  switch (of.type) {
    case 'reply':
      return <ReplySummary of={of} />;
    case 'publish': {
      const targets = fieldOf(of.publication, 'targets');
      const count = Array.isArray(targets) ? targets.length : 0;
      return t.rich('says_publish', { count, text: textOf(contentText(fieldOf(of.publication, 'content'))) });
    }
    case 'create_link':
      return t.rich('says_create_link', { text: textOf(fieldOf(of.link, 'url')) });
    case 'webhook':
      return <WebhookSummary id={of.webhook_id} />;
    case 'delay':
      if (of.seconds === undefined) return t.rich('says_until', { text: textOf(of.until) });
      return t('says_delay', { duration: durationLabel(of.seconds) });
    case 'ai_complete':
      return t.rich('says_ai_complete', { model: of.model, text: textOf(of.prompt) });
    case 'ai_transcribe':
      return t('says_ai_transcribe', { model: of.model });
  }
}

function ReplySummary({ of }: { of: ActionOf<'reply'> }) {
  if (of.content === undefined) return t.rich('says_reply', { text: textOf(of.text) });
  const type = fieldOf(of.content, 'type');
  const name = typeof type === 'string' && type in TYPES ? TYPES[type as keyof typeof TYPES] : String(type);
  return t.rich('says_reply_type', { type: name.toLowerCase(), text: textOf(contentText(of.content)) });
}

function WebhookSummary({ id }: { id: string }) {
  const name = useWebhookChoices().find(({ value }) => value === id)?.label;
  return t.rich('says_webhook', { text: textOf(name ?? id) });
}

const textOf = (value: unknown) => () => <TemplateText of={typeof value === 'string' ? value : t('media')} />;

/** The words of a content: of a publication, or of a message of any type. */
export function contentText(content: unknown): string | undefined {
  const names = ['text', 'body', 'caption', 'question', 'name', 'emoji'];
  return names.map((name) => fieldOf(content, name)).find((value): value is string => typeof value === 'string');
}

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const;

/** `10 minutes`, `90 seconds`: in the largest unit that says it exactly. */
export function durationLabel(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? (['seconds', 1] as const);
  return t(unit, { count: seconds / size });
}
