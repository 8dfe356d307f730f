import type { MantineThemeComponents } from '@mantine/core';
import classes from './theme-components.module.css';

/** Removes the implicit banner role of a dialog's header, because only the page's header should have that role. */
const dialogHeader = { header: { role: 'none' } };

const hintAboveOptions = { inputWrapperOrder: ['label', 'description', 'input', 'error'] };

export const componentDefaults: MantineThemeComponents = {
  Accordion: {
    defaultProps: { variant: 'default', chevronPosition: 'right' },
    classNames: { label: classes.accordionLabel },
  },
  Alert: {
    defaultProps: { variant: 'light', radius: 'sm' },
    classNames: { root: classes.alert },
  },
  Anchor: { defaultProps: { underline: 'hover' }, classNames: { root: classes.anchor } },
  Badge: {
    defaultProps: { variant: 'light' },
    classNames: { root: classes.badge, label: classes.badgeLabel },
  },
  Button: {
    classNames: { root: classes.button, inner: classes.buttonInner, label: classes.buttonLabel },
  },
  Card: { defaultProps: { withBorder: true, radius: 'md', padding: 'lg' } },
  Checkbox: { classNames: { input: classes.tick } },
  CheckboxGroup: { defaultProps: hintAboveOptions },
  Drawer: {
    defaultProps: { overlayProps: { backgroundOpacity: 0.45 }, attributes: dialogHeader },
    classNames: { title: classes.dialogTitle },
  },
  Input: { classNames: { input: classes.input } },
  InputWrapper: {
    // Hints below the inputs, so that the inputs of a row start at one height.
    defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    classNames: { label: classes.label, error: classes.error, description: classes.description },
  },
  Menu: { defaultProps: { shadow: 'md', radius: 'sm', position: 'bottom-end' } },
  Modal: {
    defaultProps: {
      centered: true,
      radius: 'md',
      padding: 'lg',
      overlayProps: { backgroundOpacity: 0.45 },
      closeButtonProps: { 'aria-label': 'Close' },
      attributes: dialogHeader,
    },
    classNames: { title: classes.dialogTitle, content: classes.dialog },
  },
  Notification: {
    defaultProps: { withBorder: true },
    classNames: { description: classes.toast },
  },
  Pagination: {
    defaultProps: { getControlProps: (control: string) => ({ 'aria-label': `${control} page` }) },
  },
  Paper: { defaultProps: { withBorder: true, radius: 'md' } },
  PasswordInput: {
    defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } },
  },
  Radio: { classNames: { radio: classes.tick } },
  RadioGroup: { defaultProps: hintAboveOptions },
  Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
  Switch: { classNames: { labelWrapper: 'breakable' } },
  Table: {
    defaultProps: { verticalSpacing: '0.4375rem', horizontalSpacing: 'sm' },
    classNames: { th: classes.th },
  },
  // A wide table must be focusable, so that it can be scrolled with the arrow keys.
  TableScrollContainer: { defaultProps: { type: 'native', tabIndex: 0 } },
  Tabs: { classNames: { tab: classes.tab } },
  Tooltip: {
    defaultProps: { events: { hover: true, focus: true, touch: false }, withArrow: true },
  },
};
