import { newAction, newRule, RECEIVED, type RuleDraft } from './draft';

export interface RulePreset {
  id: string;
  label: string;
  draft: (first: PresetChoices) => RuleDraft;
}

/** What a new rule uses; empty where there is nothing to choose. */
export interface PresetChoices {
  chatModel: string;
  transcriptionModel: string;
  webhookId: string;
}

const EACH_CHAT = '{{ event.data.chat_id }}';

export const PRESETS: readonly RulePreset[] = [
  {
    id: 'answer',
    label: 'Answer WhatsApp messages with a model',
    draft: ({ chatModel: model }) => ({
      ...newRule(),
      name: 'Answer with a model',
      events: [RECEIVED],
      filter: "event.data.type == 'text'\nevent.data.group_id == nil",
      throttle_max: 20,
      throttle_seconds: 600,
      throttle_key: EACH_CHAT,
      chat_on: true,
      chat_stop_words: 'stop\nhuman',
      chat_max_replies: 30,
      actions: [
        {
          ...newAction('ai_complete'),
          model,
          system:
            'You answer messages to our company on WhatsApp. Be brief and friendly, and write in the language of the message. If you do not know the answer, say that a colleague will reply.',
          prompt: '{{ event.data.content.text }}',
          history: 10,
        },
        { ...newAction('reply'), text: '{{ steps[0].text }}', max_length: 1000 },
      ],
    }),
  },
  {
    id: 'transcribe',
    label: 'Transcribe voice notes to a webhook',
    draft: ({ transcriptionModel: model, webhookId }) => ({
      ...newRule(),
      name: 'Transcribe voice notes',
      events: [RECEIVED],
      filter: "event.data.type == 'voice'",
      actions: [
        { ...newAction('ai_transcribe'), model },
        {
          ...newAction('webhook'),
          webhook_id: webhookId,
          text: JSON.stringify(
            {
              text: '{{ steps[0].text }}',
              message_id: '{{ event.data.id }}',
              chat_id: '{{ event.data.chat_id }}',
              from: '{{ event.data.from.phone | default: "" }}',
            },
            null,
            2,
          ),
        },
      ],
    }),
  },
];
