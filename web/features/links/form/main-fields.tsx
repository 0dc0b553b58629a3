import { NativeSelect, TextInput } from '@mantine/core';

import { withScheme } from '../../../ui/form/address';
import { TagsField } from '../../../ui/form/tags-field';
import { acceptsLinks, useDomains, useTags } from '../domains-and-tags';
import { faultInTarget } from './draft';
import type { LinkForm } from './link-form';
import { SlugField } from './slug-field';
import { t } from './texts';

import '../links.css';
import './fields.css';

interface MainFieldsProps {
  form: LinkForm;
  own?: { domainId: string; slug: string };
}

export function MainFields({ form, own }: MainFieldsProps) {
  const { url, domain_id: chosen } = form.values;
  const domains = useDomains().filter((domain) => acceptsLinks(domain) || domain.id === chosen);
  const usual = domains.find(({ is_default: isDefault }) => isDefault);
  const tags = useTags();
  return (
    <>
      <TextInput
        label={t('destination')}
        description={t('destinationHelp')}
        placeholder="https://example.com/spring-sale"
        type="text"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        maxLength={8192}
        data-autofocus
        {...form.getInputProps('url')}
        // On blur: while it is typed it is never complete.
        onBlur={() => {
          const fault = url === '' ? undefined : faultInTarget(url);
          if (fault !== undefined) form.setFieldError('url', fault);
          else if (url !== withScheme(url)) form.setFieldValue('url', withScheme(url));
        }}
      />
      <div className="links-address">
        <NativeSelect
          label={t('domain')}
          data={[
            ...(own || !usual ? [] : [{ value: '', label: usual.hostname }]),
            ...domains
              .filter(({ id }) => own !== undefined || id !== usual?.id)
              .map(({ id, hostname }) => ({ value: id, label: hostname })),
          ]}
          {...form.getInputProps('domain_id')}
        />
        <SlugField form={form} own={own} />
      </div>
      <TextInput
        label={t('title')}
        description={t('titleHelp')}
        placeholder={t('titleSample')}
        maxLength={512}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <TagsField
        label={t('tags')}
        description={t('tagsHelp')}
        data={tags.map(({ name }) => name)}
        maxTags={20}
        splitChars={[',', '|']}
        clearable
        {...form.getInputProps('tags')}
      />
    </>
  );
}
