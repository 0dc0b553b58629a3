import type { ReactNode } from 'react';

export interface AttentionItem {
  id: string;
  tone: 'error' | 'warning';
  text: ReactNode;
  /** A link to what fixes it. */
  action: ReactNode;
}

export interface AttentionSource {
  items: readonly AttentionItem[];
  isLoading: boolean;
}
