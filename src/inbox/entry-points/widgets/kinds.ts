/** `button` leads to the messaging app, `chat` is a live chat on the page. */
export const WIDGET_MODES = ['button', 'chat'] as const;
export type WidgetMode = (typeof WIDGET_MODES)[number];

/** `auto`: that of the visitor's system. */
export const WIDGET_THEMES = ['auto', 'light', 'dark'] as const;
export type WidgetTheme = (typeof WIDGET_THEMES)[number];
