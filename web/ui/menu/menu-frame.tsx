import { Menu } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';

interface MenuFrameProps {
  className: string;
  title?: string;
  /** What the button shows. */
  target: ReactNode;
  copiesCode?: boolean;
  closeOnItemClick?: boolean;
  width?: number;
  onClose?: () => void;
  children: ReactNode;
}

/** An open menu with its button. Tables would clip it, so it lies beside them, within the landmark of the page. */
export function MenuFrame(props: MenuFrameProps) {
  const { className, title, target, copiesCode = false, closeOnItemClick = true, width, onClose, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [home] = useState(homeOfMenus);
  const close = () => {
    button.current?.focus();
    onClose?.();
  };
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      closeOnItemClick={closeOnItemClick}
      onClose={close}
      {...(width === undefined ? {} : { width })}
      {...(home ? { withinPortal: true, portalProps: { target: home } } : {})}
    >
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={className}
          title={title}
          data-copies-code={copiesCode || undefined}
        >
          {target}
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Where the button was pressed: a dialog keeps the focus inside. */
const homeOfMenus = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('main');
