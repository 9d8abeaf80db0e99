-- Portuguese and Spanish.
alter table faqs
  drop constraint faqs_language_check,
  add constraint faqs_language_check check (language in ('id', 'en', 'pt', 'es'));
alter table widgets
  drop constraint widgets_language_check,
  add constraint widgets_language_check check (language in ('id', 'en', 'pt', 'es'));
