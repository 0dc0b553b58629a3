/** Scalar’s variables from the console’s tokens, by its own classes: its samples are dark in both schemes. */
export const customCss = `
.scalar-app, .light-mode, .dark-mode {
  --scalar-font: var(--mantine-font-family);
  --scalar-font-code: var(--mantine-font-family-monospace);
  --scalar-radius: 7px;
  --scalar-radius-lg: 10px;
  --scalar-radius-xl: 14px;
  --scalar-border-width: 1px;
}
.light-mode {
  color-scheme: light;
  --scalar-background-1: #fbfbf9;
  --scalar-background-2: #f3f3f0;
  --scalar-background-3: #e8e8e3;
  --scalar-background-accent: #0b6b6614;
  --scalar-border-color: #e6e6e1;
  --scalar-color-1: #1a1c1a;
  --scalar-color-2: #454743;
  --scalar-color-3: #5c5e59;
  --scalar-color-accent: #0b6b66;
  --scalar-color-green: #1f7a4d;
  --scalar-color-red: #b42318;
  --scalar-color-blue: #2557c7;
  --scalar-color-orange: #9a5b00;
  --scalar-color-yellow: #8a5a0b;
  --scalar-color-purple: #6a3fb0;
  --scalar-link-color: #0b6b66;
  --scalar-button-1: #0b6b66;
  --scalar-button-1-hover: #085652;
  --scalar-button-1-color: #ffffff;
}
.dark-mode {
  color-scheme: dark;
  --scalar-background-1: #0e1211;
  --scalar-background-2: #151a18;
  --scalar-background-3: #202624;
  --scalar-background-accent: #4fa9a322;
  --scalar-border-color: #262d2a;
  --scalar-color-1: #e7e9e7;
  --scalar-color-2: #c3c7c4;
  --scalar-color-3: #a2a8a4;
  --scalar-color-accent: #72bcb7;
  --scalar-color-green: #5fc48f;
  --scalar-color-red: #ff9b8f;
  --scalar-color-blue: #86a8ff;
  --scalar-color-orange: #e2ab55;
  --scalar-color-yellow: #e2b869;
  --scalar-color-purple: #c0a3ff;
  --scalar-link-color: #72bcb7;
  --scalar-button-1: #4fa9a3;
  --scalar-button-1-hover: #72bcb7;
  --scalar-button-1-color: #0b0e0d;
}
.light-mode .sidebar, .dark-mode .sidebar {
  --scalar-sidebar-background-1: var(--scalar-background-1);
  --scalar-sidebar-color-1: var(--scalar-color-1);
  --scalar-sidebar-color-2: var(--scalar-color-2);
  --scalar-sidebar-search-color: var(--scalar-color-3);
  --scalar-sidebar-search-background: var(--scalar-background-2);
  --scalar-sidebar-border-color: var(--scalar-border-color);
}
li[data-sidebar-id] button.absolute[aria-expanded] {
  padding: 4px;
}
`;
