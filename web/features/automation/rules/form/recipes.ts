import type { RecipeName } from '../recipe-names';
import { newAction, newRule, RECEIVED, type RuleDraft } from './draft';
import { t } from './texts';

/** What a recipe uses of the workspace; empty where there is nothing to select. */
export interface RecipeChoices {
  chatModel: string;
  transcriptionModel: string;
  webhookId: string;
}

const EACH_CHAT = '{{ event.data.chat_id }}';
const TEXT = '{{ event.data.content.text }}';
const IS_TEXT = "event.data.type == 'text'";
const IS_PRIVATE = 'event.data.group_id == nil';
const WEEK_MINUTES = 10_080;

const json = (value: object): string => JSON.stringify(value, null, 2);
const SENDER = {
  message_id: '{{ event.data.id }}',
  chat_id: EACH_CHAT,
  from: '{{ event.data.from.phone | default: "" }}',
};

type Recipe = (choices: RecipeChoices) => Partial<RuleDraft>;

const RECIPES: Record<Exclude<RecipeName, 'blank'>, Recipe> = {
  reply: () => ({
    events: [RECEIVED],
    filter: IS_PRIVATE,
    actions: [{ ...newAction('reply'), text: t('recipeReply') }],
  }),
  answer: ({ chatModel: model }) => ({
    events: [RECEIVED],
    filter: `${IS_TEXT}\n${IS_PRIVATE}`,
    throttle_max: 20,
    throttle_seconds: 600,
    throttle_key: EACH_CHAT,
    chat_on: true,
    chat_stop_words: [t('recipeStop'), t('recipeHuman')],
    chat_max_replies: 30,
    actions: [
      { ...newAction('ai_complete'), model, system: t('recipeInstructions'), prompt: TEXT, history: 10 },
      { ...newAction('reply'), text: '{{ steps[0].text }}', max_length: 1000 },
    ],
  }),
  greet: () => ({
    events: [RECEIVED],
    filter: IS_PRIVATE,
    chat_on: true,
    chat_session_minutes: WEEK_MINUTES,
    chat_max_replies: 1,
    actions: [
      {
        ...newAction('reply'),
        text: t('recipeGreeting', { name: `{{ event.data.from.name | default: "${t('recipeThere')}" }}` }),
      },
    ],
  }),
  forward: ({ webhookId }) => ({
    events: [RECEIVED],
    filter: IS_TEXT,
    actions: [{ ...newAction('webhook'), webhook_id: webhookId, text: json({ text: TEXT, ...SENDER }) }],
  }),
  transcribe: ({ transcriptionModel: model, webhookId }) => ({
    events: [RECEIVED],
    filter: "event.data.type == 'voice'",
    actions: [
      { ...newAction('ai_transcribe'), model },
      { ...newAction('webhook'), webhook_id: webhookId, text: json({ text: '{{ steps[0].text }}', ...SENDER }) },
    ],
  }),
  link_limit: () => ({
    events: ['link.limit_reached'],
    actions: [
      {
        ...newAction('publish'),
        text: t('recipeLinkLimit', { link: '{{ event.data.short_url }}', clicks: '{{ event.data.max_clicks }}' }),
      },
    ],
  }),
  webhook_failing: () => ({
    events: ['webhook.degraded', 'webhook.disabled'],
    actions: [{ ...newAction('publish'), text: t('recipeWebhookFailing', { url: '{{ event.data.url }}' }) }],
  }),
  scheduled: () => ({
    trigger: 'schedule',
    actions: [{ ...newAction('publish'), text: t('recipeScheduled') }],
  }),
};

export const draftOfRecipe = (name: RecipeName, choices: RecipeChoices): RuleDraft =>
  name === 'blank' ? newRule() : { ...newRule(), name: t(`recipeName_${name}`), ...RECIPES[name](choices) };
