import '@scalar/api-reference/style.css';
import { createApiReference } from '@scalar/api-reference';
import { useEffect, useEffectEvent, useRef } from 'react';

import { keepAnchorInView } from './anchor';
import { referenceDocument, type OpenApi } from './document';
import { keepScheme, patchMarkup } from './patch-markup';
import { t } from './texts';
import { customCss } from './theme';

export interface Answer {
  status: number;
  durationMs: number;
  requestId: string | undefined;
}

interface ScalarProps {
  document: OpenApi;
  title: string;
  scheme: 'light' | 'dark';
  token: string;
  onAnswer: (answer: Answer) => void;
  /** What is in view is there and stands still. */
  onDrawn: () => void;
}

const HIDDEN = [
  'c',
  'clojure',
  'csharp',
  'dart',
  'fsharp',
  'http',
  'java',
  'julia',
  'kotlin',
  'objc',
  'ocaml',
  'powershell',
  'r',
  'ruby',
  'rust',
  'swift',
];

const STILL_MS = 250;
const MAX_SETTLING_MS = 4000;

/** Nothing of Scalar leaves the origin: no fonts, no telemetry, no proxy, no assistant. */
export function Scalar({ document, title, scheme, token, onAnswer, onDrawn }: ScalarProps) {
  const box = useRef<HTMLDivElement>(null);
  const app = useRef<ReturnType<typeof createApiReference>>(undefined);
  const anchors = useRef<ReturnType<typeof keepAnchorInView>>(undefined);
  const answered = useEffectEvent(onAnswer);
  const drawn = useEffectEvent(onDrawn);

  useEffect(() => {
    if (!box.current) return;
    let sentAt = 0;
    const configuration = {
      ...FIXED,
      modelsSectionLabel: t('schemas'),
      content: referenceDocument(document, token, title) as Record<string, unknown>,
      forceDarkModeState: scheme,
      authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token } } },
      // Scalar changes the address without an event.
      onSidebarClick: () => anchors.current?.follow(),
      onBeforeRequest: () => {
        sentAt = performance.now();
      },
      onResponseReceived: ({ response }: { response: Response }) =>
        answered({
          status: response.status,
          durationMs: performance.now() - sentAt,
          requestId: response.headers.get('x-request-id') ?? undefined,
        }),
    };
    if (app.current) {
      app.current.updateConfiguration(configuration);
      return;
    }
    app.current = createApiReference(box.current, configuration);
  }, [document, title, scheme, token]);

  useEffect(() => keepScheme(scheme), [scheme]);

  useEffect(
    () => () => {
      app.current?.destroy();
      app.current = undefined;
      // Scalar leaves its scheme on the body, which would override a later change.
      window.document.body.classList.remove('light-mode', 'dark-mode');
    },
    [],
  );

  useEffect(() => (box.current ? patchMarkup(box.current) : undefined), []);

  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    let latest = Infinity;
    const show = () => {
      clearTimeout(settling);
      observer.disconnect();
      drawn();
    };
    // The viewer draws the parts around the asked one in several steps, each of which moves the others.
    const check = () => {
      if (current.querySelector('h1') === null) return;
      const now = performance.now();
      latest = Math.min(latest, now + MAX_SETTLING_MS);
      clearTimeout(settling);
      settling = setTimeout(show, Math.min(STILL_MS, Math.max(0, latest - now)));
    };
    const observer = new MutationObserver(check);
    observer.observe(current, { childList: true, subtree: true });
    check();
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    if (box.current) anchors.current = keepAnchorInView(box.current);
    return () => anchors.current?.stop();
  }, []);

  return <div ref={box} />;
}

const FIXED = {
  layout: 'modern' as const,
  theme: 'none' as const,
  customCss,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never' as const,
  hideClientButton: true,
  persistAuth: false,
  isEditable: false,
  hideDarkModeToggle: true,
  // ⌘K is the palette.
  searchHotKey: 'j' as const,
  documentDownloadType: 'direct' as const,
  operationTitleSource: 'summary' as const,
  showOperationId: true,
  defaultOpenFirstTag: true,
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve' as const,
  expandAllResponses: false,
  generateOperationSlug: ({ operationId, method, path }: { operationId?: string; method: string; path: string }) =>
    operationId ?? `${method}${path}`,
  generateWebhookSlug: ({ name }: { name: string }) => name,
  setPageTitle: ({ title: page }: { title: string }) => `${page} · ${t('title')} · Switchboard`,
  hiddenClients: Object.fromEntries(HIDDEN.map((name) => [name, true])),
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' } as const,
};
