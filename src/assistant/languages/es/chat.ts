import type { ChatWords } from '../language.ts';

export const chat: ChatWords = {
  beforeAnswer: 'el la los las un una quiero sí pues sería es creo',
  afterAnswer: 'por favor porfa porfavor porfis gracias señor señora señorita amigo amiga pues',
  beforeNumber: 'número opción nro nº',
  smallTalk: {
    greeting: 'hola holi holis ola buenas buenos buen saludos',
    thanks: 'gracias grax grcs agradezco agradecido agradecida',
    agreed: 'vale bueno perfecto listo dale entendido excelente genial órale',
  },
  besideSmallTalk:
    'día días tardes noches muchas mil muy amable por su tu atención ayuda respuesta tal que qué está ' +
    'estás todo bien usted ' +
    'ustedes señor señora señorita amigo amiga joven equipo a todos de nada pues entonces sí gusto ok y ' +
    'la el igualmente ya',
  complaints:
    'estafa, estafadores, estafado, estafada, me estafaron, fraude, ladrones, robo, me robaron, profeco, demanda, ' +
    'voy a denunciar, denuncia, abogado, pésimo, pésima, pésimo servicio, vergüenza, falta de respeto, inaceptable, ' +
    'una burla, nunca más compro, me engañaron, engaño, indignante',
  harms:
    'roto, rota, rasgado, rasgada, dañado, dañada, vencido, equivocado, equivocada, perdido, no llegó, no llego, ' +
    'no ha llegado, sigo esperando, defectuoso, quemado, quemada, manchado, manchada, mentira',
};
