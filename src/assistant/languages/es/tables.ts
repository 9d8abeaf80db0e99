import type { TableWords } from '../language.ts';

export const tables: TableWords = {
  columns: {
    hidden: 'coste, costo, proveedor, margen, ganancia, utilidad',
    key: 'sku, código, código de barras, referencia, ref, clave, ean',
    aliases: 'alias, otros nombres, sinónimos, también conocido como, palabras clave',
    price: 'precio, precios, tarifa, importe, pvp',
    stock: 'existencias, existencia, inventario, cantidad, disponibilidad, disponible',
    unit: 'unidad, unidad de medida, medida',
    name: 'producto, productos, nombre, artículo, servicio, título, platillo, plato, menú',
    variant: 'variante, variación, talla, tamaño, color, sabor, tipo, modelo',
  },
  price: 'precio precios cuesta cuestan costo vale valen tarifa sale',
  stock: 'existencias existencia stock disponible disponibles disponibilidad agotado',
  unit: 'unidad unidades',
  perhapsPrice: 'cuanto cuánto cuantos',
  perhapsStock: 'hay tiene tienen tenes tenés venden vende queda quedan manejan',
  fillers:
    'el la los las un una unos unas de del al y o que es son está están me yo usted ustedes tú te se eso ' +
    'ese esa esto este ' +
    'esta aquí aún todavía hola buenas buenos buen día días tarde tardes noche noches por favor porfa gracias quiero ' +
    'quisiera saber ver señor señora señorita amigo amiga cuál cuáles cómo puedo puede podría podrían ' +
    'comprar necesito ' +
    'ahora hoy más ya solo en con para a todo bien cada mi su sus lo le les qué si sí información info dar decir',
  softFillers:
    'producto productos artículo artículos lista todos todas tipo modelo marca talla tallas tamaño ' +
    'tamaños color colores ' +
    'sabor sabores tienda aquí opciones otro otra',
  connecting: 'entonces sobre pues',
  buying: 'comprar quiero quisiera llevar necesito',
  not: 'no',
  colours:
    'rojo roja azul verde amarillo amarilla negro negra blanco blanca gris marrón morado morada naranja rosa rosado ' +
    'beige dorado dorada plateado plateada celeste turquesa',
  sizes: 'chico chica pequeño pequeña mediano mediana grande único',
  saidOfGoods:
    'barato barata caro cara bonito bonita bueno buena malo mala nuevo nueva usado usada original falso ' +
    'falsa grueso fino ' +
    'largo corto ancho estrecho ligero pesado duro suave caliente frío fría dulce amargo agrio salado ' +
    'picante fresco seco ' +
    'mojado limpio sucio parecido mayoreo menudeo docena mayor menor mejor peor',
  endings: '',
  measures: {
    gr: 'gramo gramos',
    kg: 'kilo kilos',
    ml: 'mililitros',
    liter: 'litro litros',
    inch: 'pulgada pulgadas',
    pcs: 'pza pzas piezas',
  },
  none: 'agotad[oa]|sin existencias?|sin stock|no hay|no|ninguno',
  headers: {
    colour: 'color colores',
    size: 'talla tamaño',
    material: 'material tela',
    weight: 'peso',
    brand: 'marca',
    flavour: 'sabor',
    warranty: 'garantía',
    description: 'descripción',
    category: 'categoría',
    expiry: 'caducidad vencimiento',
    content: 'contenido',
    dimension: 'dimensiones medidas',
  },
  wording: {
    price: 'Precio',
    stock: 'Existencias',
    unit: 'Unidad',
    unknown: 'sin datos',
    soldOut: 'agotado',
    isSoldOut: 'Disculpe, {product} está agotado.',
    isInStock: '{product} está disponible: {amount} en existencia.',
    says: '{label} de {product}: {value}',
    more: 'y {count} más. Escriba el nombre completo, por favor.',
    marks: ['.', ','],
  },
};
