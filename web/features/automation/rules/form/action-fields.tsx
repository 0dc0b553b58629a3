import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';

import { formPart, type FormPart } from '../../../../ui/form/form-part';
import { wordsIn } from '../../../webhooks/form/selectors';
import { SEND_TYPES } from '../../../whatsapp/messages/composer/draft';
import { isOnWhatsApp } from '../../channels/whatsapp';
import { MessageFields } from '../../message/message-fields';
import { FORMATS } from '../../publications/composer/content-fields';
import { MediaFields } from '../../publications/composer/media-field';
import { TargetPicker } from '../../publications/composer/targets-field';
import { missingHint, partOf, type ActionFieldsProps } from './action-part';
import type { ActionDraft } from './draft';
import { ModelFields, TranscribeFields } from './model-fields';
import { useWebhookChoices } from './webhook-choices';

import '../../publications/composer/composer.css';

const WAITS = [
  { value: 'for', label: 'For a while' },
  { value: 'until', label: 'Until a time' },
];
const UNITS = ['seconds', 'minutes', 'hours', 'days'];
const SHORT = [
  { value: 'off', label: 'Leave links as they are' },
  { value: 'auto', label: 'Shorten every link, count its clicks' },
];
const MAX_TEMPLATE = 16_384;
const MAX_REPLY = 4096;

export function ActionFields(props: ActionFieldsProps) {
  const { action } = props;
  const part = partOf(props);
  if (action.json !== null) {
    return (
      <Textarea
        label="The step as JSON"
        className="mono-input"
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        {...part.props('json')}
      />
    );
  }
  return {
    reply: <ReplyFields {...props} />,
    publish: <PublishFields {...props} />,
    create_link: <LinkFields {...part} />,
    webhook: <WebhookFields {...part} />,
    delay: <DelayFields {...part} />,
    ai_complete: <ModelFields {...props} />,
    ai_transcribe: <TranscribeFields {...props} />,
  }[action.type];
}

const templated = () => ({ maxLength: MAX_TEMPLATE });

function TemplateText({ description, ...props }: { description: string }) {
  return (
    <Textarea
      label="Text"
      description={description}
      className="mono-input"
      autosize
      minRows={2}
      maxRows={12}
      {...props}
    />
  );
}

const REPLIES = SEND_TYPES.filter((type) => type !== 'text');
const PUBLISHED = REPLIES.filter((type) => type !== 'reaction');

function ReplyFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const { selectors } = form.values;
  const part = partOf(props);
  return (
    <>
      <MessageFields
        part={formPart(form, `actions.${at}.message`, action.message, templated)}
        label="Kind of message"
        none="Text"
        types={REPLIES}
        instanceIds={wordsIn(selectors.instance_ids)}
      >
        <TemplateText
          description={`Template: {{ event.data.content.text }} is the text of the message. ${missingHint(form)}`}
          {...part.props('text')}
        />
      </MessageFields>
      {action.message.type === 'reaction' ? (
        <div className="dimmed">It reacts to the message that set the rule off.</div>
      ) : (
        <>
          {action.message.type === '' && (
            <NumberInput
              label="Split after characters"
              description="A longer text becomes several messages, which end after a paragraph, a line or a sentence. 0 for one message."
              min={0}
              max={MAX_REPLY}
              allowDecimal={false}
              {...part.props('max_length')}
            />
          )}
          <Checkbox label="Quote the message" {...part.props('quote', 'checkbox')} />
        </>
      )}
    </>
  );
}

function PublishFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const part = partOf(props);
  const onWhatsApp = action.targets.filter(isOnWhatsApp);
  return (
    <>
      <TargetPicker
        legend="To"
        chosen={action.targets}
        fault={form.errors[`actions.${at}.targets`]}
        onChange={(targets) => {
          part.set('targets', targets);
          part.clearError('targets');
        }}
      />
      <TemplateText
        description={`Template, such as {{ event.data.… }} or {{ steps[0].short_url }}. ${missingHint(form)}`}
        {...part.props('text')}
      />
      <MediaFields part={formPart(form, `actions.${at}.media`, action.media, templated)} />
      {(onWhatsApp.length > 0 || action.message.type !== '') && (
        <MessageFields
          part={formPart(form, `actions.${at}.message`, action.message, templated)}
          label="On WhatsApp"
          none="The text and files"
          types={PUBLISHED}
          instanceIds={[...new Set(onWhatsApp.flatMap(({ instance_id: id }) => id ?? []))]}
        />
      )}
      <div className="endpoint-row">
        <NativeSelect label="Format of the text" data={FORMATS} {...part.props('format')} />
        <NativeSelect label="Links in the text" data={SHORT} {...part.props('short_links')} />
      </div>
    </>
  );
}

function LinkFields({ props }: FormPart<ActionDraft>) {
  return (
    <>
      <TextInput
        label="Destination"
        placeholder="https://example.com/{{ event.data.id }}"
        className="mono-input"
        {...props('url')}
      />
      <TextInput label="Slug" placeholder="Made for you" className="mono-input" {...props('slug')} />
    </>
  );
}

function WebhookFields({ props }: FormPart<ActionDraft>) {
  const webhooks = useWebhookChoices();
  return (
    <>
      <NativeSelect
        label="Webhook"
        description="It gets automation.rule.fired, whatever it subscribes to."
        data={[{ value: '', label: webhooks.length === 0 ? 'No webhooks yet' : 'Choose' }, ...webhooks]}
        {...props('webhook_id')}
      />
      <Textarea
        label="Payload"
        description="JSON whose texts are templates; empty for none."
        placeholder={'{ "name": "{{ event.data.contact.name }}" }'}
        className="mono-input"
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        {...props('text')}
      />
    </>
  );
}

function DelayFields({ value, props }: FormPart<ActionDraft>) {
  return (
    <div className="endpoint-row">
      <NativeSelect label="Wait" data={WAITS} {...props('waits')} />
      {value.waits === 'until' ? (
        <TextInput
          label="Until"
          description="A time, or a template of one; at most thirty days ahead. What is past is no wait."
          placeholder="2026-12-01T09:00:00Z"
          className="mono-input"
          spellCheck={false}
          maxLength={MAX_TEMPLATE}
          {...props('until')}
        />
      ) : (
        <>
          <NumberInput label="For" min={1} allowDecimal={false} {...props('seconds')} />
          <NativeSelect label="Unit" data={UNITS} {...props('unit')} />
        </>
      )}
    </div>
  );
}
