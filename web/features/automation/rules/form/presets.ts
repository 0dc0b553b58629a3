import { newAction, newRule, RECEIVED, type RuleDraft } from './draft';

export interface RulePreset {
  id: string;
  label: string;
  /** `model` is the name of a model; empty for none. */
  draft: (model: string) => RuleDraft;
}

const EACH_CHAT = '{{ event.data.chat_id }}';

export const PRESETS: readonly RulePreset[] = [
  {
    id: 'answer',
    label: 'Answer WhatsApp messages with a model',
    draft: (model) => ({
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
];
