import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';

import { TEMPLATE_LIMITS, templateVariables } from '../../../../../shared/whatsapp/template-rules';
import { counted } from './counted';
import { newButton, type ButtonDraft, type ButtonType, type TemplateDraft } from './draft';
import { t } from './texts';

const NAMES: Record<ButtonType, () => string> = {
  quick_reply: () => t('quickReply'),
  url: () => t('link'),
  phone_number: () => t('call'),
};
const ADD: Record<ButtonType, () => string> = {
  quick_reply: () => t('addQuickReply'),
  url: () => t('addLink'),
  phone_number: () => t('addCall'),
};
const MOST: Record<ButtonType, number> = {
  quick_reply: TEMPLATE_LIMITS.buttons,
  url: TEMPLATE_LIMITS.links,
  phone_number: TEMPLATE_LIMITS.calls,
};

export function ButtonsField({ form }: { form: UseFormReturnType<TemplateDraft> }) {
  const { buttons } = form.values;
  const isFull = (type: ButtonType) =>
    buttons.length >= TEMPLATE_LIMITS.buttons || buttons.filter((one) => one.type === type).length >= MOST[type];
  return (
    <fieldset className="template-buttons">
      <legend>{t('buttons')}</legend>
      {form.errors['buttons'] && (
        <p className="template-error" role="alert">
          {form.errors['buttons']}
        </p>
      )}
      {buttons.map((button, index) => (
        <ButtonFields
          // oxlint-disable-next-line react/no-array-index-key -- buttons have no other name than their place
          key={index}
          of={button}
          at={`buttons.${index}`}
          title={t('buttonTitle', { number: String(index + 1), type: NAMES[button.type]() })}
          form={form}
          onRemove={() => form.removeListItem('buttons', index)}
        />
      ))}
      <div className="template-add">
        {(Object.keys(ADD) as ButtonType[]).map((type) => (
          <Button
            key={type}
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={13} aria-hidden />}
            disabled={isFull(type)}
            onClick={() => form.insertListItem('buttons', newButton(type))}
          >
            {ADD[type]()}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

interface ButtonFieldsProps {
  of: ButtonDraft;
  at: string;
  title: string;
  form: UseFormReturnType<TemplateDraft>;
  onRemove: () => void;
}

function ButtonFields({ of, at, title, form, onRemove }: ButtonFieldsProps) {
  return (
    <div className="template-button" role="group" aria-label={title}>
      <div className="template-button-head">
        <strong>{title}</strong>
        <button
          type="button"
          className="bare template-remove"
          aria-label={t('removeButton', { title })}
          onClick={onRemove}
        >
          <IconX size={15} aria-hidden />
        </button>
      </div>
      <TextInput
        label={t('label')}
        {...counted(of.text, TEMPLATE_LIMITS.button)}
        {...form.getInputProps(`${at}.text`)}
      />
      {of.type === 'url' && (
        <>
          <TextInput
            label={t('address')}
            description={t('addressHelp')}
            placeholder="https://example.com/orders/{{1}}"
            inputMode="url"
            {...form.getInputProps(`${at}.url`)}
          />
          {templateVariables(of.url).length > 0 && (
            <TextInput
              label={t('wholeAddress')}
              placeholder="https://example.com/orders/42"
              inputMode="url"
              {...form.getInputProps(`${at}.example`)}
            />
          )}
        </>
      )}
      {of.type === 'phone_number' && (
        <TextInput
          label={t('phone')}
          placeholder="+15550100000"
          inputMode="tel"
          {...form.getInputProps(`${at}.phone`)}
        />
      )}
    </div>
  );
}
