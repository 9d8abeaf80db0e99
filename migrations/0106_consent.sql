-- Why a customer is on the list, beside the keyword: what the provider reported. Null: the keyword, or the account added it.
alter table opt_outs add column reason text;

-- The words of the provider's own buttons, and usual ones, in Indonesian, English, Portuguese and Spanish. Lists that an
-- account has changed stay.
alter table accounts
  alter column opt_out_words set default '{STOP,BERHENTI,UNSUBSCRIBE,"OPT OUT","STOP PROMOTIONS","STOP PROMOSI","HENTIKAN PROMOSI","BERHENTI LANGGANAN","BERHENTI BERLANGGANAN","BERHENTI MENERIMA PROMOSI",PARAR,SAIR,DESCADASTRAR,"PARAR PROMOÇÕES","INTERROMPER PROMOÇÕES","DARME DE BAJA","DETENER PROMOCIONES","CANCELAR SUSCRIPCIÓN"}',
  alter column opt_in_words set default '{START,MULAI,"RESUME PROMOTIONS","LANJUTKAN PROMOSI","RETOMAR PROMOÇÕES","REANUDAR PROMOCIONES"}';
update accounts set opt_out_words = default where opt_out_words = '{STOP,BERHENTI}' and opt_in_words = '{START,MULAI}';
update accounts set opt_in_words = default
where opt_in_words = '{START,MULAI}' and opt_out_words[3] = 'UNSUBSCRIBE';
