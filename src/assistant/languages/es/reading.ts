import type { ReadingWords } from '../language.ts';

export const reading: ReadingWords = {
  marks:
    'el los las la una unas un unos con pero muy más también tambien usted ustedes uds tú yo eso ese ' +
    'esto estos estoy está ' +
    'están estan tienen tiene tengo tienes hay cuánto cuanto cuánta cuanta cuántos cuantos cuesta ' +
    'cuestan cuál cual cuáles ' +
    'cuándo cuando dónde donde cómo quién quien quiero quisiera puedo puede pueden podría podrían ' +
    'necesito gracias hola ' +
    'buenos buenas buen días noches hoy mañana manana ayer ahora aquí precio precios tienda envío envíos ' +
    'envios dirección ' +
    'direccion pago pagos tarjeta efectivo talla tallas tamaño hacen hacer haces sí del al entonces ' +
    'después despues hasta ' +
    'otra otras ningún algún alguna todavía mucho mucha muchos bueno buena es en lo su sus mi nos les le ' +
    'xq tmb porfa porfis ' +
    'grax llega llegó llego llegar compré compre pedí abren cierran abierto cerrado cambiar cambio cambios devolver ' +
    'devolución devolucion pagar quería queria hace hizo sirve niños señor señora haya hablar alguien persona tardan ' +
    'tarda aceptan acepta contraseña cuenta olvidé roto rota llevan lleva años año somos estamos qué cerca ' +
    'domicilio factura descuento venden reservar habitación tiendas esa esas día enviar mandan recoger ' +
    'me a sin mismo va cuántas cuantas cobran manejan paso llevarlo guía reparan empresas soy por',
  suffixes: 's es r n ndo do da dos das ron mos mente ito ita itos itas ción ciones ble aron é ó',
  prefixes: [],
  nounEndings: '',
};
