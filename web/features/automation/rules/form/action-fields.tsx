import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formPart } from '../../../../ui/form/form-part';
import { TextArea } from '../../../../ui/form/text-area';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { SEND_TYPES } from '../../../whatsapp/messages/composer/draft';
import { isOnWhatsApp } from '../../channels/whatsapp';
import { MessageFields } from '../../message/message-fields';
import { FORMATS } from '../../publications/composer/content-fields';
import { MediaFields } from '../../publications/composer/media-field';
import { TargetPicker } from '../../publications/composer/targets-field';
import { missingHint, templateProps, useActionPart, type ActionFieldsProps } from './action-part';
import { UNITS } from './draft';
import { ModelFields, TranscribeFields } from './model-fields';
import { TemplateField } from './template-field';
import { t } from './texts';
import { useWebhookChoices } from './webhook-choices';

import '../../publications/composer/composer.css';

const WAITS = ['for', 'until'] as const;
const SHORT = ['off', 'auto'] as const;
const MAX_TEMPLATE = 16_384;
const MAX_REPLY = 4096;
const isUnit = (name: string): name is keyof typeof UNITS => name in UNITS;

const FIELDS = {
  reply: ReplyFields,
  publish: PublishFields,
  create_link: LinkFields,
  webhook: WebhookFields,
  delay: DelayFields,
  ai_complete: ModelFields,
  ai_transcribe: TranscribeFields,
};

export function ActionFields(props: ActionFieldsProps) {
  const { action } = props;
  const part = useActionPart(props);
  if (action.json !== null) {
    return (
      <TextArea
        label={t('stepJson')}
        className="mono-input"
        minRows={6}
        maxRows={24}
        spellCheck={false}
        {...part.props('json')}
      />
    );
  }
  const Fields = FIELDS[action.type];
  return <Fields {...props} />;
}

const templated = () => ({ maxLength: MAX_TEMPLATE });
const REPLIES = SEND_TYPES.filter((type) => type !== 'text');
const PUBLISHED = REPLIES.filter((type) => type !== 'reaction');

function ReplyFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const { selectors } = form.values;
  const part = useActionPart(props);
  return (
    <>
      <MessageFields
        part={formPart(form, `actions.${at}.message`, action.message, templated)}
        label={t('messageType')}
        none={t('plainText')}
        types={REPLIES}
        instanceIds={selectors.instance_ids}
      >
        <TemplateField
          label={t('text')}
          description={missingHint(form)}
          rows={2}
          step={at}
          {...templateProps(part, 'text')}
        />
      </MessageFields>
      {action.message.type === 'reaction' ? (
        <div className="dimmed">{t('reacts')}</div>
      ) : (
        <>
          {action.message.type === '' && (
            <NumberInput
              label={t('maxLength')}
              description={t('maxLengthHelp')}
              min={0}
              max={MAX_REPLY}
              allowDecimal={false}
              {...part.props('max_length')}
            />
          )}
          <Checkbox label={t('quote')} {...part.props('quote', 'checkbox')} />
        </>
      )}
    </>
  );
}

function PublishFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const part = useActionPart(props);
  const onWhatsApp = action.targets.filter(isOnWhatsApp);
  return (
    <>
      <TargetPicker
        legend={t('to')}
        chosen={action.targets}
        fault={form.errors[`actions.${at}.targets`]}
        onChange={(targets) => {
          part.set('targets', targets);
          part.clearError('targets');
        }}
      />
      <TemplateField
        label={t('text')}
        description={missingHint(form)}
        rows={2}
        step={at}
        {...templateProps(part, 'text')}
      />
      <MediaFields part={formPart(form, `actions.${at}.media`, action.media, templated)} />
      {(onWhatsApp.length > 0 || action.message.type !== '') && (
        <MessageFields
          part={formPart(form, `actions.${at}.message`, action.message, templated)}
          label={t('onWhatsApp')}
          none={t('textAndFiles')}
          types={PUBLISHED}
          instanceIds={[...new Set(onWhatsApp.flatMap(({ instance_id: id }) => id ?? []))]}
        />
      )}
      <div className="endpoint-row">
        <NativeSelect label={t('format')} data={FORMATS} {...part.props('format')} />
        <NativeSelect
          label={t('links')}
          data={SHORT.map((value) => ({ value, label: t(`links_${value}`) }))}
          {...part.props('short_links')}
        />
      </div>
    </>
  );
}

function LinkFields(props: ActionFieldsProps) {
  const part = useActionPart(props);
  return (
    <>
      <TemplateField
        label={t('destination')}
        placeholder="https://example.com/{{ event.data.id }}"
        step={props.at}
        {...templateProps(part, 'url')}
      />
      <TextInput label={t('slug')} placeholder={t('slugPlaceholder')} className="mono-input" {...part.props('slug')} />
    </>
  );
}

function WebhookFields(props: ActionFieldsProps) {
  const { id: ws } = useWorkspace();
  const part = useActionPart(props);
  const webhooks = useWebhookChoices();
  return (
    <>
      <NativeSelect
        label={t('webhook')}
        description={t('webhookHelp')}
        data={[{ value: '', label: t(webhooks.length === 0 ? 'noWebhooks' : 'none') }, ...webhooks]}
        {...part.props('webhook_id')}
      />
      {webhooks.length === 0 && (
        <div>
          <Link to="/w/$ws/webhooks" params={{ ws }} search={{ create: true }}>
            {t('createWebhook')}
          </Link>
        </div>
      )}
      <TemplateField
        label={t('payload')}
        description={t('payloadHelp')}
        placeholder={'{ "name": "{{ event.data.contact.name }}" }'}
        rows={2}
        step={props.at}
        {...templateProps(part, 'text')}
      />
    </>
  );
}

function DelayFields(props: ActionFieldsProps) {
  const part = useActionPart(props);
  return (
    <div className="endpoint-row">
      <NativeSelect
        label={t('wait')}
        data={WAITS.map((value) => ({ value, label: t(`wait_${value}`) }))}
        {...part.props('waits')}
      />
      {part.value.waits === 'until' ? (
        <TemplateField
          label={t('until')}
          description={t('untilHelp')}
          placeholder="2026-12-01T09:00:00Z"
          maxLength={MAX_TEMPLATE}
          step={props.at}
          {...templateProps(part, 'until')}
        />
      ) : (
        <>
          <NumberInput label={t('duration')} min={1} allowDecimal={false} {...part.props('seconds')} />
          <NativeSelect
            label={t('unit')}
            data={Object.keys(UNITS)
              .filter(isUnit)
              .map((value) => ({ value, label: t(`unit_${value}`) }))}
            {...part.props('unit')}
          />
        </>
      )}
    </div>
  );
}
