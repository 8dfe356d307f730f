import { getDefaultZIndex } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { toastDurationMs } from '#client/api/toast.ts';

export const Toasts = () => (
  <Notifications
    // Above dialogs, but below menus and dropdowns, which a toast must not cover.
    zIndex={getDefaultZIndex('modal') + 1}
    position="bottom-left"
    // A margin, because Mantine gives the style to the empty containers of the other corners as well.
    style={{ marginBottom: 'calc(var(--portal-bottom-bar, 0px) + var(--portal-sticky-bar, 0px))' }}
    containerWidth={360}
    autoClose={toastDurationMs}
    data-no-print
  />
);
