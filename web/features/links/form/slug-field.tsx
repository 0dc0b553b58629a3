import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import type { LinkForm } from './link-form';
import { t } from './texts';

import './fields.css';

const WAIT_MS = 300;
const REASONS = {
  taken: () => t('taken'),
  reserved: () => t('reserved'),
  invalid: () => t('invalid'),
} as const;

interface SlugFieldProps {
  form: LinkForm;
  own: { domainId: string; slug: string } | undefined;
}

export function SlugField({ form, own }: SlugFieldProps) {
  const trpc = useTRPC();
  const { slug, domain_id: domainId } = form.values;
  const settled = useSettled(slug.trim());
  const isOwn = own !== undefined && own.slug === slug.trim() && own.domainId === domainId;
  const { data } = useQuery(
    trpc.links.check_slug_availability.queryOptions(
      compact({ slug: settled, domain_id: domainId || undefined }) as { slug: string },
      {
        enabled: settled !== '' && !isOwn,
        staleTime: 0,
        retry: false,
      },
    ),
  );
  const answer = settled === slug.trim() && settled !== '' && !isOwn ? data : undefined;
  const fault = answer?.reason ? REASONS[answer.reason]() : undefined;
  const { error, ...field } = form.getInputProps('slug') as { error?: string };

  return (
    <div>
      <TextInput
        label={t('slug')}
        placeholder={own ? '' : t('slugPlaceholder')}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={190}
        {...field}
        error={error ?? fault}
      />
      <div className="links-slug-answer" role="status">
        {answer?.available && <span data-good>{t('available')}</span>}
        {answer?.suggestion && (
          <button
            type="button"
            className="bare links-suggestion"
            onClick={() => form.setFieldValue('slug', answer.suggestion ?? '')}
          >
            {t.rich('useSlug', { b: (part) => <span className="mono">{part}</span>, slug: answer.suggestion })}
          </button>
        )}
      </div>
    </div>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
