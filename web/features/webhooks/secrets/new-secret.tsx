import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';

import { Actions } from '../../../ui/actions';
import { CodeBlock } from '../../../ui/code/code-block';
import { CodeTabs } from '../../../ui/code/code-tabs';
import { SecretClock } from '../../../ui/secret/secret-clock';
import { masked, SecretField } from '../../../ui/secret/secret-field';
import { clearSecret, type Secret } from '../../../ui/secret/store';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Note } from '../../../ui/tag';
import { canSign, signExample, type SignedExample } from './sign';
import { snippet, SNIPPET_HIGHLIGHTS, SNIPPET_LANGUAGES, type SnippetLanguage } from './snippets';
import { t } from './texts';

import '../webhooks.css';

export function NewWebhookSecret({ secret }: { secret: Secret }) {
  const { value, ownerId } = secret;
  return (
    <>
      <Note tone="warning">{t('shownOnce')}</Note>
      <SecretField label={t('signingSecret')} value={value} env={{ SWITCHBOARD_WEBHOOK_SECRET: value }} />
      <SecretClock />
      <hr className="webhooks-rule" />
      <h3 className="webhooks-heading">{t('verify')}</h3>
      <Verification secret={value} webhookId={ownerId} />
      <Actions>
        <Button variant="default" onClick={clearSecret}>
          {t('saved')}
        </Button>
      </Actions>
    </>
  );
}

/** Programs that verify an example, signed with the secret; the screen shows dots in its place. */
function Verification({ secret, webhookId }: { secret: string; webhookId: string }) {
  const { id: workspaceId } = useWorkspace();
  const [language, setLanguage] = useState<SnippetLanguage>('typescript');
  const [example, setExample] = useState<SignedExample>();
  useEffect(() => {
    if (!canSign()) return;
    let isOver = false;
    void signExample(secret, webhookId, workspaceId).then((signed) => {
      if (!isOver) setExample(signed);
    });
    return () => {
      isOver = true;
    };
  }, [secret, webhookId, workspaceId]);

  if (!canSign()) return <Note>{t('noExample')}</Note>;
  if (!example) return <Loading rows={6} />;
  return (
    <>
      <div className="dimmed webhooks-hint">{t('exampleHelp')}</div>
      <CodeTabs languages={SNIPPET_LANGUAGES} current={language} onChoose={setLanguage}>
        <CodeBlock
          code={snippet(language, masked(secret), example)}
          copied={snippet(language, secret, example)}
          language={SNIPPET_HIGHLIGHTS[language]}
          label={t('programLabel', { language: SNIPPET_LANGUAGES[language] })}
        />
      </CodeTabs>
    </>
  );
}
